import { say } from '../../src/lib/language/say.ts'

/** The parts of a PushMessage (src/account/notification/push-news.ts) that could be read. */
type Shown = { id: string | null; title: string; body: string; path: string; unread: number | null }

const icon = '/favicon.ico'

const textOf = (from: unknown, key: string): string | null => {
  const value: unknown = typeof from === 'object' && from !== null ? Reflect.get(from, key) : undefined
  return typeof value === 'string' ? value : null
}

/** Returns the content of a push, with defaults for missing or wrong parts. */
export function readPush(json: unknown): Shown {
  const unread: unknown = typeof json === 'object' && json !== null ? Reflect.get(json, 'unread') : null
  const path = textOf(json, 'path') ?? ''
  return {
    id: textOf(json, 'id'),
    title: textOf(json, 'title') ?? say('Something is new'),
    body: textOf(json, 'body') ?? '',
    // Always a page of this site.
    path: /^\/(?!\/)/.test(path) ? path : '/notifications',
    unread: typeof unread === 'number' ? unread : null,
  }
}

function parse(data: PushMessageData | null): unknown {
  try {
    return data?.json()
  } catch {
    return undefined
  }
}

/** Also updates the app's badge. An empty push is shown too: browsers require it. */
export async function showPush(worker: ServiceWorkerGlobalScope, pushed: PushMessageData | null): Promise<void> {
  const { id, title, body, path, unread } = readPush(parse(pushed))
  if (unread !== null) {
    for (const page of await worker.clients.matchAll({ type: 'window' })) page.postMessage({ unread })
    // Chromium without windows crashes here, and may not show anything either.
    const mayShow = Notification.permission === 'granted'
    if (mayShow && 'setAppBadge' in navigator) await navigator.setAppBadge(unread).catch(() => undefined)
  }
  await worker.registration.showNotification(title, { body, icon, badge: icon, tag: id ?? 'news', data: { id, path } })
}

export async function openNotification(worker: ServiceWorkerGlobalScope, shown: Notification): Promise<void> {
  const { id, path } = readPush(shown.data)
  const [page] = await worker.clients.matchAll({ type: 'window' })
  if (page) {
    // The page navigates by itself: its music continues.
    page.postMessage({ open: path })
    await page.focus()
  } else await worker.clients.openWindow(path)
  if (id === null) return
  const body = JSON.stringify({ ids: [id] })
  await fetch('/api/notifications/read', { method: 'POST', headers: { 'content-type': 'application/json' }, body })
}
