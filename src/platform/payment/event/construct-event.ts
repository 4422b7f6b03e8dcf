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
  /** For the log: `clock` when everything but the time is right. The sender does not learn it. */
  readonly fault: 'signature' | 'clock'

  constructor(fault: BadSignatureError['fault']) {
    super('The signature of this webhook cannot be verified.')
    this.fault = fault
  }
}

/** The clock may be 300 s off, either way. */
export async function constructEvent(
  stripe: Stripe,
  rawBody: string,
  signature: string | null,
  secret: string,
  nowMs: number,
): Promise<Stripe.Event> {
  const event = await believed(signature, nowMs, (toleranceSec) =>
    stripe.webhooks.constructEventAsync(rawBody, signature ?? '', secret, toleranceSec, crypto, nowMs),
  )
  if (event?.object !== 'event' || typeof event.id !== 'string' || typeof event.type !== 'string') throw wrong()
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
  const event = await believed(signature, nowMs, (toleranceSec) =>
    stripe.parseEventNotificationAsync(rawBody, signature ?? '', secret, toleranceSec, crypto, nowMs),
  )
  if (event?.object !== 'v2.core.event' || typeof event.id !== 'string') throw wrong()
  return event
}

const wrong = () => new BadSignatureError('signature')

async function believed<T>(
  signature: string | null,
  nowMs: number,
  construct: (toleranceSec: number) => Promise<T>,
): Promise<T> {
  const isCurrent = isInTime(signature, nowMs)
  try {
    // A tolerance of zero disables the SDK's check of the time, which would accept a future one.
    const event = await construct(isCurrent ? toleranceSec : 0)
    if (isCurrent) return event
  } catch {
    throw wrong()
  }
  throw new BadSignatureError('clock')
}

/** Throws BadSignatureError when it does not name exactly one. */
function isInTime(signature: string | null, nowMs: number): boolean {
  const times = [...(signature ?? '').matchAll(/(?:^|,)t=([^,]*)/g)].map((match) => match[1] ?? '')
  const [time = ''] = times
  if (times.length !== 1 || !/^\d{1,12}$/.test(time)) throw wrong()
  return Math.abs(Math.floor(nowMs / 1000) - Number(time)) <= toleranceSec
}
