import { signal } from '@preact/signals'
import { api } from './api.ts'

/** The number of the viewer's unread notifications. */
export const unread = signal(0)

const everyMs = 60_000

let isPolling = false

/** Shows a new count of unread notifications, wherever it comes from. */
export function pushUnread(count: number): void {
  unread.value = count
  if (!('setAppBadge' in navigator)) return
  // Where the site is not installed there is no icon for it.
  void navigator.setAppBadge(count).catch(() => undefined)
}

/** Fetches the count. */
export async function pollUnread(): Promise<void> {
  const { data } = await api.notifications['unread-count'].get()
  if (data) pushUnread(data.count)
}

/**
 * Fetches the count every minute while the page is visible, and whenever it becomes visible again.
 */
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
