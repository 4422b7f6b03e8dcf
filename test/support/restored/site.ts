import type { Order } from '../../../src/order/order.ts'
import { rowsOf } from '../account/account.ts'
import { addExtraRow, extraPath } from '../casset/extra.ts'
import { addTape } from '../casset/tape.ts'
import { openDrops } from '../drop/drop.ts'
import type { SmtpPeer } from '../platform/smtp.ts'
import { openLicensing } from '../release/license.ts'
import type { ServerOptions, TestServer } from '../server.ts'
import { accessOf, type Started } from '../shop/checkout.ts'
import { makeCodes } from '../shop/code.ts'
import { makeDiscount } from '../shop/discount.ts'
import { addEmoji } from '../shop/emoji.ts'
import { dayMs, inMs, setOpening } from '../shop/preorder.ts'
import { sellTracks } from '../shop/single-track.ts'
import { addReadyTrack, cast, type Person } from '../world.ts'

/** A site with everything that can be sold on it, before anything of it was, and people to buy. */
export async function openEverything(options: ServerOptions, smtp: SmtpPeer, names: readonly string[]) {
  const shop = await openLicensing(options)
  const { svc, nova } = shop
  const drops = await openDrops(options, async () => shop)
  const dropId = await drops.make()
  sellTracks(svc, nova, 150)
  const booklet = await addExtraRow(svc.ctx, nova.cassetId)
  const emoji = await addEmoji(svc, nova)
  const codes = await makeCodes(svc, nova)
  await addReadyTrack(svc.ctx, addTape(svc, nova, 'second', { priceMinor: 300 }), 'Second')
  const tapes = { later: '', off: '', known: '' }
  for (const word of ['later', 'off', 'known'] as const) {
    tapes[word] = addTape(svc, nova, word, { priceMinor: 300 })
    await addReadyTrack(svc.ctx, tapes[word], word)
    const { status, text } = await setOpening(
      svc,
      { ...nova, cassetId: tapes[word] },
      { opensAt: inMs(svc, 40 * dayMs) },
    )
    if (status !== 200) throw new Error(text)
  }
  const body = { percent: 20, hasFuture: true }
  const offer = await svc.call('PUT', '/api/studio/everything', { cookie: nova.cookie, body })
  if (offer.status !== 200) throw new Error(offer.text)
  const people = new Map<string, Person>()
  const person = (name: string): Person => {
    const known = people.get(name) ?? cast(svc.ctx, name, { published: false })
    people.set(name, known)
    return known
  }
  for (const name of names) for (const who of [name, `${name}-too`]) person(who)
  await makeDiscount(svc, nova, { code: 'SPRING', uses: 1 })
  return { ...shop, smtp, dropId, booklet, emoji, codes, tapes, person }
}

export type Site = Awaited<ReturnType<typeof openEverything>>

/** Something that is sold, with what becomes of it, and what whoever holds it can see of it. */
export type SoldGoods = {
  /** The kind; null for what is no order with a payment. */
  readonly kind: Order['kind'] | null
  readonly name: string
  /** Sells what the copy knows, and on which something happens later; returns its order. */
  known?(site: Site): Promise<Started>
  /** Whether the copy has its order unpaid, so that it was begun shortly before. */
  readonly isOpen?: true
  /** Sells it to people of that name; returns a secret of theirs. */
  sell(site: Site, known: Started): Promise<string>
  /** Returns what they have, by the site's own answers. */
  held(svc: TestServer, site: Site, secret: string): Promise<unknown>
  /** The doctor's words of it, where it cannot be as it was. */
  readonly named?: RegExp
}

/** Returns an account's library: what it hears and bought, the booklet, receipts by their sums. */
export async function libraryOf(svc: TestServer, { dawn, kettle, booklet }: Site, person: Person) {
  const { cookie } = person
  const purchases = Object((await svc.call('GET', '/api/purchases/mine', { cookie })).json).purchases ?? []
  const held = purchases.map(({ id: _, purchasedAt: __, ...rest }: Record<string, unknown>) => rest)
  const tracks = [await accessOf(svc, dawn.id, person), await accessOf(svc, kettle.id, person)]
  const orders = rowsOf(svc, 'orders').map(Object)
  const mine = orders.filter(({ user_id, holder_id }) => user_id === person.userId || holder_id === person.userId)
  const receipts = rowsOf(svc, 'receipts').map(Object)
  const papers = mine.map(({ id, amount_minor, withdrawal, state }) => {
    const count = receipts.filter(({ order_id }) => order_id === id).length
    return { amount_minor, withdrawal, state, receipts: count }
  })
  const extra = (await svc.call('GET', extraPath(booklet.id), { cookie })).status
  return { held, tracks, extra, papers }
}

/** Something that an account buys by a route, and has in its library. */
export const ofAccount = (
  name: string,
  kind: Order['kind'],
  buys: (site: Site, who: Person) => Promise<unknown>,
): SoldGoods => ({
  kind,
  name,
  async sell(site) {
    await buys(site, site.person(name))
    return ''
  },
  held: (svc, site) => libraryOf(svc, site, site.person(name)),
})
