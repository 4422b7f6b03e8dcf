import type Stripe from 'stripe'
import { guestLinks } from '../../../db/schema/order/order.ts'
import type { Ctx } from '../../context.ts'
import { type LinkPurpose, type StoredLink, saveLink, storedLinks } from '../../order/guest-link.ts'
import type { Order } from '../../order/order.ts'

type ToldPurpose = Exclude<LinkPurpose, 'rest'>

const letters = { open: 'o', claim: 'c', gift: 'g', taken: 't', license: 'l' } as const satisfies Record<
  ToldPurpose,
  string
>

// A value of the processor's metadata holds 500 characters, and a link takes 45.
const mostTold = 11

// The processor keeps no empty value.
const none = '-'

const toText = ({ tokenHash, purpose }: StoredLink) =>
  purpose === 'rest' ? [] : [letters[purpose] + Buffer.from(tokenHash, 'hex').toString('base64url')]

/** Returns a payment's metadata on its order's links: the first, as shown, and the newest. */
export function toldLinks(ctx: Ctx, { id, paymentIntentId }: Order): Record<string, string> {
  const [first, ...others] = storedLinks(ctx, id).flatMap(toText)
  if (first === undefined) return paymentIntentId === null ? {} : { links: none }
  return { links: [first, ...others.slice(1 - mostTold)].join(' ') }
}

const link = /^(\w)([\w-]{43})$/

function linksIn({ links = '', guestLink = '' }: Stripe.Metadata): StoredLink[] {
  // Payments of earlier versions tell the first link alone.
  if (links === '' && /^[0-9a-f]{64}$/.test(guestLink)) return [{ purpose: 'open', tokenHash: guestLink }]
  return links.split(' ').flatMap((text) => {
    const [, letter, hash = ''] = link.exec(text) ?? []
    const purpose = guestLinks.purpose.enumValues.find((each) => each !== 'rest' && letters[each] === letter)
    return purpose === undefined ? [] : [{ purpose, tokenHash: Buffer.from(hash, 'base64url').toString('hex') }]
  })
}

/** Stores the links that metadata tells, `but` those of a purpose. Called in a transaction. */
export function restoreLinks(ctx: Ctx, orderId: string, metadata: Stripe.Metadata, but?: LinkPurpose): void {
  for (const { purpose, tokenHash } of linksIn(metadata)) {
    if (purpose !== but) saveLink(ctx, orderId, purpose, tokenHash)
  }
}
