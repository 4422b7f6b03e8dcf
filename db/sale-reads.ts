import { and, eq, sql } from 'drizzle-orm'
import type { Db } from './open.ts'
import { artists, users } from './schema/account.ts'
import { tracks } from './schema/audio.ts'
import { cassets } from './schema/casset.ts'
import { orders, purchases, sellerAccounts, webhookEndpoints, webhookEvents } from './schema/checkout.ts'

type Order = typeof orders.$inferSelect
type Mode = typeof sellerAccounts.$inferSelect.mode
type Source = typeof webhookEndpoints.$inferSelect.source

const { placeholder } = sql

/** Prepares the reads that every sale makes, once. What a partial index holds is written out: SQLite does not see it in a parameter. */
export function prepareSaleReads(db: Db) {
  const { handle, displayName, userId } = artists
  const { name, currency, priceMinor, published, privacy } = cassets
  const wares = db
    .select({
      casset: { id: cassets.id, name, currency, priceMinor, published, privacy },
      artist: { id: artists.id, userId, handle, displayName },
    })
    .from(cassets)
    .innerJoin(artists, eq(artists.id, cassets.artistId))
    .where(eq(handle, placeholder('slug')))
    .prepare()
  const order = db
    .select()
    .from(orders)
    .where(eq(orders.id, placeholder('id')))
    .prepare()
  const orderOfIntent = db
    .select()
    .from(orders)
    .where(eq(orders.paymentIntentId, placeholder('id')))
    .prepare()
  const isSame = [
    eq(orders.userId, placeholder('userId')),
    eq(orders.cassetId, placeholder('cassetId')),
    eq(orders.kind, placeholder('kind')),
    eq(sql`coalesce(${orders.emojiId}, '')`, placeholder('emojiId')),
  ]
  const openOrder = db
    .select()
    .from(orders)
    .where(and(...isSame, sql`${orders.state} = 'OPEN'`))
    .prepare()
  const purchase = db
    .select()
    .from(purchases)
    .where(and(eq(purchases.userId, placeholder('userId')), eq(purchases.cassetId, placeholder('cassetId'))))
    .prepare()
  const sellerAccount = db
    .select()
    .from(sellerAccounts)
    .where(and(eq(sellerAccounts.artistId, placeholder('artistId')), eq(sellerAccounts.mode, placeholder('mode'))))
    .prepare()
  const readyTrack = db
    .select({ id: tracks.id })
    .from(tracks)
    .where(and(eq(tracks.cassetId, placeholder('cassetId')), eq(tracks.active, true), eq(tracks.status, 'READY')))
    .limit(1)
    .prepare()
  const owner = db
    .select({ userId: users.id, email: users.email })
    .from(users)
    .where(sql`${users.role} = 'owner'`)
    .prepare()
  const cassetArtist = db
    .select({ id: artists.id, handle: artists.handle })
    .from(cassets)
    .innerJoin(artists, eq(artists.id, cassets.artistId))
    .where(eq(cassets.id, placeholder('cassetId')))
    .prepare()
  const event = db
    .select()
    .from(webhookEvents)
    .where(eq(webhookEvents.id, placeholder('id')))
    .prepare()
  const endpointSecrets = db
    .select({ secret: webhookEndpoints.secret })
    .from(webhookEndpoints)
    .where(and(eq(webhookEndpoints.mode, placeholder('mode')), eq(webhookEndpoints.source, placeholder('source'))))
    .prepare()

  return {
    /** Of a casset and its artist, what a payment needs: the whole of both is forty columns. */
    wares: (slug: string) => wares.get({ slug }),
    order: (id: string) => order.get({ id }),
    orderOfIntent: (id: string) => orderOfIntent.get({ id }),
    /** What somebody began to pay for a thing and has not paid. */
    openOrder: ({ userId, cassetId, kind, emojiId }: Pick<Order, 'userId' | 'cassetId' | 'kind' | 'emojiId'>) =>
      openOrder.get({ userId, cassetId, kind, emojiId: emojiId ?? '' }),
    /** What somebody has collected of a casset, whether or not it has ended. */
    purchase: (userId: string, cassetId: string) => purchase.get({ userId, cassetId }),
    /** An artist's account at the processor, whether or not it can be paid. */
    sellerAccount: (artistId: string, mode: Mode) => sellerAccount.get({ artistId, mode }),
    hasReadyTrack: (cassetId: string) => readyTrack.get({ cassetId }) !== undefined,
    /** The user who owns the instance. */
    owner: () => owner.get(),
    cassetArtist: (cassetId: string) => cassetArtist.get({ cassetId }),
    event: (id: string) => event.get({ id }),
    endpointSecrets: (mode: Mode, source: Source) => endpointSecrets.all({ mode, source }).map(({ secret }) => secret),
  }
}
