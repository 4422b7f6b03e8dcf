import type Stripe from 'stripe'

const toleranceSec = 300

const hmac = (body: string, secret: string) => new Bun.CryptoHasher('sha256', secret).update(body).digest('hex')

// At once, where the web's crypto takes a turn in another thread for each webhook.
const crypto = {
  computeHMACSignature: hmac,
  computeHMACSignatureAsync: async (body: string, secret: string) => hmac(body, secret),
  computeSHA256Async: async (data: Uint8Array) => new Bun.CryptoHasher('sha256').update(data).digest(),
}

/** The signature of a webhook cannot be believed: forged, stale, from the future, or absent. */
export class BadSignatureError extends Error {
  override readonly name = 'BadSignatureError'
}

/** Why a body was refused never tells more than this. */
const refused = () => new BadSignatureError('The signature of this webhook cannot be verified.')

/** Checks a v1 event against the raw body. The clock may be 300 s off, either way. */
export async function constructEvent(
  stripe: Stripe,
  rawBody: string,
  signature: string | null,
  secret: string,
  nowMs: number,
): Promise<Stripe.Event> {
  mustBeCurrent(signature, nowMs)
  const event = await believed(
    stripe.webhooks.constructEventAsync(rawBody, signature ?? '', secret, toleranceSec, crypto, nowMs),
  )
  if (event?.object !== 'event' || typeof event.id !== 'string' || typeof event.type !== 'string') throw refused()
  return event
}

/** Checks a thin v2 event in the same way; what it speaks of is fetched afterwards. */
export async function constructThinEvent(
  stripe: Stripe,
  rawBody: string,
  signature: string | null,
  secret: string,
  nowMs: number,
): Promise<Stripe.V2.Core.EventNotification> {
  mustBeCurrent(signature, nowMs)
  const event = await believed(
    stripe.parseEventNotificationAsync(rawBody, signature ?? '', secret, toleranceSec, crypto, nowMs),
  )
  if (event?.object !== 'v2.core.event' || typeof event.id !== 'string') throw refused()
  return event
}

async function believed<T>(event: Promise<T>): Promise<T> {
  try {
    return await event
  } catch {
    throw refused()
  }
}

// The SDK refuses what is old, but takes what comes from the future.
function mustBeCurrent(signature: string | null, nowMs: number): void {
  const times = [...(signature ?? '').matchAll(/(?:^|,)t=([^,]*)/g)].map((match) => match[1] ?? '')
  const [time = ''] = times
  const isOff = Math.abs(Math.floor(nowMs / 1000) - Number(time)) > toleranceSec
  if (times.length !== 1 || !/^\d{1,12}$/.test(time) || isOff) throw refused()
}
