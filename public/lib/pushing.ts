import { pushKeyOf } from './push-key.ts'
import { browserStore } from './store.ts'
import type { Refusal } from './trouble.ts'

let isRenewed = false

export type PushState = 'unable' | 'not-installed' | 'denied' | 'off' | 'on'

const isInstalled = (): boolean =>
  matchMedia('(display-mode: standalone), (display-mode: minimal-ui), (display-mode: fullscreen)').matches ||
  Reflect.get(navigator, 'standalone') === true

const canPush = (): boolean => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

/** Returns whether pushes are on or off in this browser, or why they are not possible. */
export async function pushState(handle: string): Promise<PushState> {
  if (!isInstalled()) return 'not-installed'
  if (!canPush()) return 'unable'
  if (Notification.permission === 'denied') return 'denied'
  const registration = await navigator.serviceWorker.getRegistration()
  const subscription = await registration?.pushManager.getSubscription()
  return subscription && browserStore.read(pushKeyOf(handle)) !== null ? 'on' : 'off'
}

/** Not through `api`, whose client takes the word for a socket. */
async function ask(method: string, path: string, body?: object): Promise<Refusal & { status: number }> {
  const headers = { 'content-type': 'application/json' }
  const sent = body ? { headers, body: JSON.stringify(body) } : {}
  try {
    const answer = await fetch(`/api/notifications/subscribe${path}`, { method, ...sent })
    return { status: answer.status, value: await answer.json().catch(() => undefined) }
  } catch (error) {
    return { status: 0, value: error }
  }
}

/** Sends a subscription to the site. Returns the error, if any. */
async function tell(handle: string, subscription: PushSubscription): Promise<Refusal | null> {
  const { endpoint = '', keys = {}, expirationTime = null } = subscription.toJSON()
  const { p256dh = '', auth = '' } = keys
  const answer = await ask('POST', '', { endpoint, keys: { p256dh, auth }, expirationTime })
  if (answer.status !== 201) return answer
  browserStore.write(pushKeyOf(handle), String(Reflect.get(Object(answer.value), 'id')))
  return null
}

/** Returns the new state of pushes, and the error if they could not be switched on. */
export async function startPushing(
  handle: string,
  publicKey: string,
): Promise<{ state: PushState; refusal: Refusal | null }> {
  const permission = await Notification.requestPermission()
  if (permission !== 'granted') return { state: permission === 'denied' ? 'denied' : 'off', refusal: null }
  const { pushManager } = await navigator.serviceWorker.ready
  try {
    const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
    const refusal = await tell(handle, subscription)
    return { state: refusal ? 'off' : 'on', refusal }
  } catch (error) {
    return { state: 'off', refusal: { value: error } }
  }
}

/** Ends pushes to this browser. Returns the error, if any. */
export async function stopPushing(handle: string): Promise<Refusal | null> {
  const id = browserStore.read(pushKeyOf(handle))
  const answer = id === null ? null : await ask('DELETE', `/${id}`)
  if (answer && ![204, 403, 404].includes(answer.status)) return answer
  browserStore.write(pushKeyOf(handle), null)
  const registration = await navigator.serviceWorker.getRegistration()
  await (await registration?.pushManager.getSubscription())?.unsubscribe()
  return null
}

/** Runs once a visit: the user of a subscribed browser may have signed in again. */
export async function renewPushing(handle: string): Promise<void> {
  if (isRenewed || browserStore.read(pushKeyOf(handle)) === null || !canPush()) return
  isRenewed = true
  const registration = await navigator.serviceWorker.getRegistration()
  const subscription = await registration?.pushManager.getSubscription()
  if (subscription) await tell(handle, subscription)
}
