import { signal } from '@preact/signals'
import { api } from './api.ts'

/** How many notifications the viewer has not read. */
export const unread = signal(0)

const everyMs = 60_000

let isPolling = false

/** Shows a new count of unread notifications, wherever it was learnt. */
export function pushUnread(count: number): void {
  unread.value = count
  if (!('setAppBadge' in navigator)) return
  // Where the site is not installed there is nothing to show it on.
  void navigator.setAppBadge(count).catch(() => undefined)
}

/** Asks for the count. */
export async function pollUnread(): Promise<void> {
  const { data } = await api.notifications['unread-count'].get()
  if (data) pushUnread(data.count)
}

/** Asks for the count every minute while the page is seen, and whenever somebody comes back to it. */
export function keepPolling(): void {
  if (isPolling) return
  isPolling = true
  const poll = () => {
    if (document.visibilityState === 'visible') void pollUnread()
  }
  setInterval(poll, everyMs)
  addEventListener('focus', poll)
  document.addEventListener('visibilitychange', poll)
}
