import { signal } from '@preact/signals'

export const unread = signal(0)

export function pushUnread(count: number): void {
  unread.value = count
  if (!('setAppBadge' in navigator)) return
  // Where the site is not installed there is no icon for it.
  void navigator.setAppBadge(count).catch(() => undefined)
}
