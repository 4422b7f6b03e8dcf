import { type ReceivedMail, readEmail } from '../platform/smtp.ts'
import type { Answer, TestServer } from '../server.ts'
import { begun, confirm, goodCard, type Started, settled } from './checkout.ts'

export const askAsGuest = (svc: TestServer, body: object = {}, cookie?: string): Promise<Answer> =>
  svc.call('POST', '/api/checkout/guest', { body: { slug: 'nova', email: 'kim@example.org', ...body }, cookie })

/** Returns the secret of an answer's link. */
export const secretOf = ({ json }: Answer): string => String(Object(json).receiptUrl).split('/collected/')[1] ?? ''

export type GuestStarted = Started & { secret: string }

export async function beginAsGuest(svc: TestServer, body: object = {}): Promise<GuestStarted> {
  const answer = await askAsGuest(svc, body)
  return { ...begun(answer), secret: secretOf(answer) }
}

/** Collects as a guest, with a card, to the end of all webhooks. */
export async function collectAsGuest(svc: TestServer, body: object = {}): Promise<GuestStarted> {
  const started = await beginAsGuest(svc, body)
  await confirm(svc, { cookie: '' }, started, goodCard)
  await settled(svc)
  return started
}

/** Asks whether a guest's payment is through. */
export const verifyAsGuest = (svc: TestServer, { paymentIntentId, clientSecret }: Started, more: object = {}) =>
  svc.call('POST', '/api/checkout/verify', { body: { paymentIntentId, clientSecret, ...more } })

export const downloadAsGuest = (svc: TestServer, secret: string, query = ''): Promise<Answer> =>
  svc.call('GET', `/api/guest/${secret}/download${query}`)

/** Plays a track by a secret link, as a media element asks for it. */
export const hearAsGuest = (svc: TestServer, secret: string, trackId: string): Promise<Answer> =>
  svc.call('GET', `/api/guest/${secret}/audio/${trackId}`, { headers: { range: 'bytes=0-99' } })

/** Puts what a link gives into somebody's library. */
export const claimBy = (svc: TestServer, secret: string, { cookie }: { cookie: string }): Promise<Answer> =>
  svc.call('POST', '/api/claim', { cookie, body: { secret } })

/** The secrets in the email that a guest got. */
export function linksIn(mail: ReceivedMail | undefined): { text: string; open: string; claim: string } {
  const text = mail ? readEmail(mail).text : ''
  const secret = (page: string) => new RegExp(`/${page}/([\\w-]{43})\\n`).exec(text)?.[1] ?? ''
  return { text, open: secret('collected'), claim: secret('claim') }
}

/** An answer's status and what it says. */
export const refusalOf = ({ status, json }: Answer) => [status, Object(json).code, Object(json).error]
