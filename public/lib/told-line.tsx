import type { ComponentChildren } from 'preact'
import type { Notification } from '../../src/account/notification/model.ts'
import { say } from '../../src/lib/language/say.ts'
import { timeAgo } from './time-ago.ts'

/** `children`: what can be done about it at once. */
type ToldLineProps = { told: Notification; now: number; children?: ComponentChildren }

export const ToldLine = ({ told, now, children }: ToldLineProps) => {
  const { title, text, path, actor, read, createdAt } = told
  return (
    <li data-new={read ? undefined : ''}>
      <a href={path}>
        {actor ? <img src={actor.pfp} alt="" width="40" height="40" loading="lazy" /> : <span class="no-face" />}
        <span class="says">
          <b dir="auto">{title}</b>
          {text !== '' && <span dir="auto">{text}</span>}
          <span class="mono">
            <time dateTime={createdAt}>{timeAgo(createdAt, now)}</time>
            {!read && ` · ${say('new ## a notification')}`}
          </span>
        </span>
      </a>
      {children}
    </li>
  )
}
