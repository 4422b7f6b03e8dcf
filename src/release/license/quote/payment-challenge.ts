import { Type as t } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import type { Ctx } from '../../../context.ts'
import { hmac, sameText } from '../../../lib/hash/hmac.ts'
import { canonicalJson } from '../../../lib/json/canonical-json.ts'
import { tryJson } from '../../../lib/json/json.ts'
import type { QuoteRow } from './save-quote.ts'

// draft-httpauth-payment: the parts of a challenge, in the order of the HMAC that is its id.
// The two empty ones are a digest of the request, which may change as long as the quote covers it,
// and are left out.
const Challenge = t.Object({
  id: t.String(),
  realm: t.String(),
  method: t.Literal('stripe'),
  intent: t.Literal('charge'),
  request: t.String(),
  expires: t.String(),
  opaque: t.String(),
})
const Credential = t.Object({
  challenge: Challenge,
  payload: t.Object({ spt: t.String({ minLength: 1, maxLength: 255 }) }),
  source: t.Optional(t.String()),
})
const Opaque = t.Object({ quoteId: t.String() })

type Bound = Omit<typeof Challenge.static, 'id'>

const packed = (value: Parameters<typeof canonicalJson>[0]) => Buffer.from(canonicalJson(value)).toString('base64url')

/** The key is derived, so that a signature for one use is worthless for another. */
const idOf = ({ secrets }: Ctx, { realm, method, intent, request, expires, opaque }: Bound): string =>
  hmac(hmac(secrets.audioToken, 'payment challenges'), [realm, method, intent, request, expires, '', opaque].join('|'))

const realmOf = ({ site }: Ctx) => new URL(site.origin).host

/** As agents' wallets know it; undefined where they cannot pay by themselves. */
function networkOf({ processor, config }: Ctx): string | undefined {
  return processor?.kind === 'test' ? 'internal' : config.stripe.networkId
}

/** Null where an agent cannot pay the quote by itself. */
export function paymentChallenge(ctx: Ctx, { id: quoteId, amountMinor, currency, expiresAt }: QuoteRow): string | null {
  const networkId = networkOf(ctx)
  if (!ctx.processor || networkId === undefined || amountMinor === null || currency === null) return null
  const bound: Bound = {
    realm: realmOf(ctx),
    method: 'stripe',
    intent: 'charge',
    request: packed({ amount: `${amountMinor}`, currency, methodDetails: { networkId, paymentMethodTypes: ['card'] } }),
    expires: new Date(expiresAt).toISOString(),
    opaque: packed({ quoteId }),
  }
  const params = Object.entries({ id: idOf(ctx, bound), ...bound }).map(([name, value]) => `${name}="${value}"`)
  return `Payment ${params.join(', ')}`
}

/** The object of a credential: a quote, with a token that the payer's wallet shared. */
export type PaymentCredential = { quoteId: string; sharedToken: string }

/**
 * Returns what the Payment credential of a request pays for; undefined when there is none, null
 * when it is malformed or answers no challenge of ours.
 */
export function readCredential(ctx: Ctx, authorization: string | null): PaymentCredential | null | undefined {
  const [, text] = /^payment +([\w-]+={0,2}) *$/i.exec(authorization ?? '') ?? []
  if (text === undefined) return /^payment\b/i.test(authorization ?? '') ? null : undefined
  const sent = parsed(text)
  if (!Value.Check(Credential, sent)) return null
  const { id, ...bound } = sent.challenge
  const isOurs = sameText(id, idOf(ctx, bound)) && bound.realm === realmOf(ctx)
  const opaque = isOurs ? parsed(bound.opaque) : null
  return Value.Check(Opaque, opaque) ? { quoteId: opaque.quoteId, sharedToken: sent.payload.spt } : null
}

const parsed = (text: string): unknown => tryJson(Buffer.from(text, 'base64url').toString())

export const paymentReceipt = (reference: string, atMs: number): string =>
  Buffer.from(
    JSON.stringify({ method: 'stripe', status: 'success', timestamp: new Date(atMs).toISOString(), reference }),
  ).toString('base64url')
