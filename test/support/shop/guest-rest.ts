import { issueLink } from '../../../src/order/guest-link.ts'
import { rowsOf } from '../account/account.ts'
import { packedFiles } from '../casset/download.ts'
import type { TestServer } from '../server.ts'
import { settled, shopOf } from './checkout.ts'
import { claimBy, collectAsGuest, type GuestStarted, hearAsGuest } from './guest.ts'

type Tracks = readonly { id: string }[]

/** The answers to a link that asks to hear some tracks. */
export const heard = async (svc: TestServer, secret: string, all: Tracks) =>
  (await Promise.all(all.map(({ id }) => hearAsGuest(svc, secret, id)))).map(({ status }) => status)

/** The names of the files in the zip behind a link. */
export const namesOf = async (svc: TestServer, secret: string) => {
  const zip = await svc.fetch(`/api/guest/${secret}/download?format=original`)
  return [...packedFiles(Buffer.from(await zip.arrayBuffer())).keys()]
}

/** Refunds all of a payment at the processor. */
export const refund = async (svc: TestServer, { paymentIntentId }: { paymentIntentId: string }) => {
  await shopOf(svc).stripe.refunds.create({ payment_intent: paymentIntentId })
  await settled(svc)
}

/** Buys a single track as a guest. */
export const single = (svc: TestServer, track: { id: string }, more: object = {}) =>
  collectAsGuest(svc, { trackIds: [track.id], ...more })

/** The links whose tracks are taken off the price of the rest, as a checkout is told them. */
export const rest = (...links: { secret: string }[]) => ({ rest: links.map(({ secret }) => secret) })

/** Claims by the link in the email of an order. */
export const claimOf = (svc: TestServer, { orderId }: GuestStarted, who: { cookie: string }) =>
  claimBy(svc, issueLink(svc.ctx, orderId, 'claim'), who)

export const stateOf = (svc: TestServer, { orderId }: { orderId: string }) =>
  Object(rowsOf(svc, 'orders').find((row) => Object(row).id === orderId)).state
