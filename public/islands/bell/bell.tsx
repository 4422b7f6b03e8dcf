import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { say } from '../../../src/lib/language/say.ts'
import { Icon } from '../../lib/icon.tsx'
import { keepPolling } from '../../lib/poll-unread.ts'
import { pushKeyOf } from '../../lib/push-key.ts'
import { browserStore } from '../../lib/store.ts'
import { pushUnread, unread } from '../../lib/unread.ts'
import { Tray } from './tray.tsx'

export type BellProps = { handle: string; unread: number; isHere: boolean }

const most = 99
const wide = '(width >= 48rem)'

/** A link to the page of notifications; where there is room, a key that opens them here. */
export default function Bell({ handle, unread: first, isHere }: BellProps) {
  const hasTray = useSignal(false)
  const isAwake = useSignal(false)
  const isOpen = useSignal(false)
  const key = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    pushUnread(first)
    isAwake.value = true
    keepPolling()
    // Most browsers are sent no pushes.
    if (browserStore.read(pushKeyOf(handle)) !== null)
      import('../../lib/pushing.ts').then(({ renewPushing }) => renewPushing(handle)).catch(() => {})
    const screen = matchMedia(wide)
    const look = () => {
      hasTray.value = screen.matches && !isHere
    }
    look()
    screen.addEventListener('change', look)
    return () => screen.removeEventListener('change', look)
  }, [handle, first, isHere])
  const count = isAwake.value ? unread.value : first
  const inside = (
    <>
      <Icon name="bell" />
      <span class="sr">
        {count === 0 ? say('Notifications') : say('Notifications, {unread} unread', { unread: count })}
      </span>
      {count > 0 && (
        <span class="count" aria-hidden="true">
          {count > most ? `${most}+` : count}
        </span>
      )}
    </>
  )
  if (!hasTray.value) {
    return (
      <a class="bell" href="/notifications" aria-current={isHere ? 'page' : undefined}>
        {inside}
      </a>
    )
  }
  return (
    <>
      <button type="button" class="bell" ref={key} popovertarget="bell-tray" aria-expanded={isOpen.value}>
        {inside}
      </button>
      <Tray at={key} isOpen={isOpen} />
    </>
  )
}
