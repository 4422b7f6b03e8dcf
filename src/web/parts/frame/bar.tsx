import SignOut from '../../../../public/islands/auth/sign-out.tsx'
import Bell from '../../../../public/islands/bell/bell.tsx'
import { inParts } from '../../../../public/lib/in-parts.tsx'
import { say } from '../../../lib/language/say.ts'
import type { Viewer } from '../../../platform/http/session/session.ts'
import { island } from '../../document/island.tsx'
import { deskOf } from '../studio/studio-rooms.ts'
import { Mark } from './mark.tsx'

const SignOutKey = island('auth/sign-out', SignOut)
const BellKey = island('bell/bell', Bell)

type BarProps = {
  site: string
  /** URL of the site's picture; null: the drawn one. */
  picture: string | null
  viewer: Viewer | null
  unread: number
  isTest: boolean
  canJoin: boolean
  path: string
}

export function Bar({ site, picture, viewer, unread, isTest, canJoin, path }: BarProps) {
  const desk = viewer && deskOf(viewer)
  const links = viewer
    ? [
        { href: '/', text: say('Home') },
        ...(viewer.makesMusic ? [{ href: `/@${viewer.handle}`, text: say('My page') }] : []),
        { href: '/library', text: say('Library') },
        ...(viewer.makesMusic ? [{ href: '/studio', text: say('Studio') }] : []),
        ...(desk === null ? [] : [{ href: desk, text: say('Desk') }]),
        { href: '/account', text: say('Account') },
      ]
    : [
        { href: '/', text: say('Home') },
        { href: '/login', text: say('Sign in') },
        ...(canJoin ? [{ href: '/signup', text: say('Sign up') }] : []),
      ]
  return (
    <header class="bar wrap" id="bar">
      <a class="mark" href="/">
        <Mark picture={picture} />
        <span dir="auto">{site}</span>
      </a>
      {isTest && (
        <p class="tag small">
          {inParts(say('TEST<span>: no real money</span>'), { span: (text) => <span>{text}</span> })}
        </p>
      )}
      <nav aria-label={say('Main ## of the navigation of the site')}>
        {links.map(({ href, text }) => (
          <a key={href} href={href} aria-current={href === path ? 'page' : undefined}>
            {text}
          </a>
        ))}
        {viewer && <SignOutKey />}
      </nav>
      {viewer && <BellKey handle={viewer.handle} unread={unread} isHere={path === '/notifications'} />}
    </header>
  )
}
