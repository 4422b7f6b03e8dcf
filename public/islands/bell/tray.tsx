import { type Signal, useSignal } from '@preact/signals'
import type { RefObject, TargetedToggleEvent } from 'preact'
import type { Notifications } from '../../../src/account/notification/model.ts'
import { say } from '../../../src/lib/language/say.ts'
import { api } from '../../lib/api.ts'
import { pollUnread } from '../../lib/poll-unread.ts'
import { Said } from '../../lib/said.tsx'
import { ToldLine } from '../../lib/told-line.tsx'
import { troubleOf } from '../../lib/trouble.ts'
import { markShown } from './mark-shown.ts'
import { Nothing } from './nothing.tsx'

const shownAtOnce = '8'

type TrayProps = { at: RefObject<HTMLButtonElement | null>; isOpen: Signal<boolean> }

/** Shown ones count as read; they look new until the tray is opened again. */
export function Tray({ at, isOpen }: TrayProps) {
  const told = useSignal<Notifications | null>(null)
  const problem = useSignal('')
  const load = async () => {
    problem.value = ''
    const { data, error } = await api.notifications.get({ query: { limit: shownAtOnce } })
    if (error) {
      problem.value = troubleOf(error).text
      return
    }
    told.value = data
    await markShown(data.notifications)
    await pollUnread()
  }
  const toggled = (event: TargetedToggleEvent<HTMLElement>) => {
    isOpen.value = event.newState === 'open'
    if (!isOpen.value) return
    const { bottom, right } = at.current?.getBoundingClientRect() ?? { bottom: 0, right: 0 }
    event.currentTarget.style.setProperty('--below', `${bottom}px`)
    event.currentTarget.style.setProperty('--from-end', `${document.documentElement.clientWidth - right}px`)
    void load()
  }
  return (
    <div
      id="bell-tray"
      class="bell-tray"
      popover="auto"
      role="dialog"
      aria-label={say('Notifications')}
      onToggle={toggled}
    >
      {told.value === null && problem.value === '' && <p class="hint">{say('Looking…')}</p>}
      {told.value?.notifications.length === 0 && <Nothing />}
      {told.value !== null && told.value.notifications.length > 0 && (
        <ul class="told">
          {told.value.notifications.map((each) => (
            <ToldLine key={each.id} told={each} now={Date.now()} />
          ))}
        </ul>
      )}
      <Said role="alert" class="problem">
        {problem}
      </Said>
      <p class="acts">
        <a class="key" href="/notifications">
          {say('See all')}
        </a>
        <a class="key" href="/account#notifications">
          {say('Choose what comes')}
        </a>
      </p>
    </div>
  )
}
