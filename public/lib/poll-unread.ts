import { api } from './api.ts'
import { pushUnread } from './unread.ts'

const everyMs = 60_000

let isPolling = false

export async function pollUnread(): Promise<void> {
  const { data } = await api.notifications['unread-count'].get()
  if (data) pushUnread(data.count)
}

/** Fetches every minute while the page is visible, and whenever it becomes visible again. */
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
