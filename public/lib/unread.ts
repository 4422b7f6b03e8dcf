import { signal } from '@preact/signals'

/** The number of the viewer's unread notifications. */
export const unread = signal(0)

/** Shows a new count of unread notifications, wherever it comes from. */
export function pushUnread(count: number): void {
  unread.value = count
  if (!('setAppBadge' in navigator)) return
  // Where the site is not installed there is no icon for it.
  void navigator.setAppBadge(count).catch(() => undefined)
}
