import type Stripe from 'stripe'

const toleranceSec = 300

const hmac = (body: string, secret: string) => new Bun.CryptoHasher('sha256', secret).update(body).digest('hex')

// Synchronous; Web Crypto would hand each webhook to another thread.
const crypto = {
  computeHMACSignature: hmac,
  computeHMACSignatureAsync: async (body: string, secret: string) => hmac(body, secret),
  computeSHA256Async: async (data: Uint8Array) => new Bun.CryptoHasher('sha256').update(data).digest(),
}

/** The signature of a webhook is missing, wrong, too old or from the future. */
export class BadSignatureError extends Error {
  override readonly name = 'BadSignatureError'
}

/** Why a body was refused never tells more than this. */
const refused = () => new BadSignatureError('The signature of this webhook cannot be verified.')

/** Verifies a v1 event against the raw body and returns it. The clock may be 300 s off, either way. */
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

/** Verifies and returns a thin v2 event in the same way; its object is fetched later. */
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

// The SDK rejects old signatures, but accepts those from the future.
function mustBeCurrent(signature: string | null, nowMs: number): void {
  const times = [...(signature ?? '').matchAll(/(?:^|,)t=([^,]*)/g)].map((match) => match[1] ?? '')
  const [time = ''] = times
  const isOff = Math.abs(Math.floor(nowMs / 1000) - Number(time)) > toleranceSec
  if (times.length !== 1 || !/^\d{1,12}$/.test(time) || isOff) throw refused()
}
