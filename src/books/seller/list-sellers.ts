import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, lt, ne, notExists, type SQL, sql } from 'drizzle-orm'
import { alias, type SQLiteColumn, union, unionAll } from 'drizzle-orm/sqlite-core'
import type { Db } from '../../../db/open.ts'
import { prepared } from '../../../db/prepared.ts'
import { artists, users } from '../../../db/schema/account/account.ts'
import { ledgerAccounts } from '../../../db/schema/books/ledger.ts'
import { sellerAccounts, sellerPermissions } from '../../../db/schema/books/seller.ts'
import { cassets } from '../../../db/schema/casset/casset.ts'
import { campaignPayouts } from '../../../db/schema/drop/prize.ts'
import { orderParts, orders, soldSums } from '../../../db/schema/order/order.ts'
import type { Ctx } from '../../context.ts'
import { notFound } from '../../errors.ts'
import { cutPage } from '../../lib/cut-page.ts'
import { newPriceCurrency } from '../../platform/payment/platform-currency.ts'
import { readOwedTo, readWaiting } from '../ledger/read-owed.ts'
import { accountOfArtist, accountState } from './account/seller-account.ts'
import type { Seller, Sellers } from './model.ts'
import { amountOfPart, limitsOf } from './permission/new-seller.ts'
import { toSelling } from './permission/selling.ts'

const { placeholder } = sql
const { artistId, askedAt, allowedAt, endedAt } = sellerPermissions
const owners = alias(users, 'owners')
const ownerArtists = alias(artists, 'owner_artists')

const select = (db: Db, which: SQL | undefined) =>
  db
    .select({
      id: artists.id,
      userId: artists.userId,
      handle: artists.handle,
      displayName: artists.displayName,
      askedAt,
      allowedAt,
      endedAt,
      deletedAt: users.deletedAt,
    })
    .from(artists)
    .innerJoin(users, eq(users.id, artists.userId))
    .leftJoin(sellerPermissions, eq(artistId, artists.id))
    .where(and(ne(users.role, 'owner'), which))

const one = prepared((db) => select(db, eq(artists.id, placeholder('id'))))

type Row = NonNullable<ReturnType<ReturnType<typeof one>['get']>>

/** Selects the artists in a column up to its position, without the owner of the instance. */
function isOnPage(db: Db, column: SQLiteColumn): SQL | undefined {
  const owner = db
    .select({ id: ownerArtists.id })
    .from(ownerArtists)
    .innerJoin(owners, eq(owners.id, ownerArtists.userId))
    // As the partial index has it.
    .where(sql`${owners.role} = 'owner'`)
  return and(lt(column, placeholder('before')), sql`${column} <> coalesce(${owner}, '')`)
}

const decided = alias(sellerPermissions, 'decided')

// Artists who asked, whom the owner decided about, who have an account at the processor, who have
// one in the ledger, for example because they owe for a drop, or who have won one. Each table is
// read in the order of the page and only as far as needed, however many artists there are.
const inOrder = (db: Db, permissions: SQL | undefined, others: (column: SQLiteColumn) => SQL | undefined) => {
  const asked = db.select({ id: artistId }).from(sellerPermissions)
  const connected = db.select({ id: sellerAccounts.artistId }).from(sellerAccounts)
  const booked = db.select({ id: sql<string>`${ledgerAccounts.artistId}` }).from(ledgerAccounts)
  const won = db.select({ id: campaignPayouts.artistId }).from(campaignPayouts)
  const isHere = (column: SQLiteColumn, mode: SQLiteColumn) =>
    and(others(column), eq(mode, placeholder('mode')), isOnPage(db, column))
  return union(
    asked.where(and(permissions, isOnPage(db, artistId))),
    connected.where(isHere(sellerAccounts.artistId, sellerAccounts.mode)),
    booked.where(isHere(ledgerAccounts.artistId, ledgerAccounts.mode)),
    won.where(and(others(campaignPayouts.artistId), isOnPage(db, campaignPayouts.artistId))),
  )
    .orderBy(desc(artistId))
    .limit(placeholder('most'))
}

const pages = {
  all: prepared((db) =>
    select(
      db,
      inArray(
        artists.id,
        inOrder(db, undefined, () => undefined),
      ),
    ).orderBy(desc(artists.id)),
  ),
  // From the index of open requests, which are few.
  yes: prepared((db) => {
    const asking = db
      .select({ id: artistId })
      .from(sellerPermissions)
      .where(and(isNotNull(askedAt), isOnPage(db, artistId)))
      .orderBy(desc(artistId))
      .limit(placeholder('most'))
    return select(db, inArray(artists.id, asking)).orderBy(desc(artists.id))
  }),
  no: prepared((db) => {
    const isAsking = (column: SQLiteColumn) => and(eq(decided.artistId, column), isNotNull(decided.askedAt))
    const page = inOrder(db, isNull(askedAt), (column) =>
      notExists(db.select({ id: decided.artistId }).from(decided).where(isAsking(column))),
    )
    return select(db, inArray(artists.id, page)).orderBy(desc(artists.id))
  }),
}

const sold = prepared((db) => {
  const own = db
    .select({ id: cassets.id })
    .from(cassets)
    .where(and(eq(cassets.artistId, placeholder('id')), isNull(cassets.slug)))
  const isOwn = and(
    inArray(soldSums.cassetId, own),
    eq(soldSums.mode, placeholder('mode')),
    gt(soldSums.amountMinor, 0),
  )
  const alone = db
    .select({ currency: soldSums.currency, amount: sql<number>`${soldSums.amountMinor}`.as('amount') })
    .from(soldSums)
    .where(isOwn)
  const isTheirs = and(eq(orderParts.artistId, placeholder('id')), isNotNull(orderParts.paidAt))
  const shared = db
    .select({ currency: orders.currency, amount: amountOfPart(db).as('amount') })
    .from(orderParts)
    .innerJoin(orders, eq(orders.id, orderParts.orderId))
    .where(and(isTheirs, eq(orders.mode, placeholder('mode'))))
  const both = unionAll(alone, shared).as('sold')
  return db
    .select({ currency: both.currency, amount: sql<number>`sum(${both.amount})` })
    .from(both)
    .groupBy(both.currency)
    .orderBy(asc(both.currency))
})

// Sorts after every id.
const afterAll = '~'

export type SellersAsked = { cursor?: string | undefined; asking?: 'yes' | 'no' | undefined }

/** Newest artists first, without the owner of the instance. */
export function listSellers(ctx: Ctx, limit: number, { cursor = afterAll, asking }: SellersAsked): Sellers {
  const most = limit + 1
  const rows = pages[asking ?? 'all'](ctx.db).all({ before: cursor, mode: ctx.config.paymentMode, most })
  const { page, nextCursor } = cutPage(rows, limit, ({ id }) => id)
  return { sellers: page.map((row) => toSeller(ctx, row)), nextCursor }
}

/** Throws NOT_FOUND for the owner of the instance and for an unknown artist. */
export function sellerById(ctx: Ctx, id: string): Seller {
  const row = one(ctx.db).get({ id })
  if (!row) throw notFound('seller')
  return toSeller(ctx, row)
}

function toSeller(ctx: Ctx, { id, userId, handle, displayName, deletedAt, ...permission }: Row): Seller {
  const mode = ctx.config.paymentMode
  return {
    id,
    handle,
    displayName,
    isDeleted: deletedAt !== null,
    ...toSelling(ctx, permission, limitsOf(ctx, { id, userId }, newPriceCurrency(ctx))),
    account: accountState(accountOfArtist(ctx, mode, id)),
    sold: sold(ctx.db).all({ id, mode }),
    owed: readOwedTo(ctx, id, mode),
    waiting: readWaiting(ctx, id, mode),
  }
}
