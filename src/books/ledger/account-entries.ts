import { and, asc, eq, gt, inArray, isNull, lt, sql } from 'drizzle-orm'
import { partsBy, prepared } from '../../../db/prepared.ts'
import { ledgerAccounts, ledgerBalances, ledgerEntries } from '../../../db/schema/books/ledger.ts'
import type { Ctx } from '../../context.ts'
import { uuidFloor } from '../../lib/hash/uuid.ts'

const { placeholder } = sql

/**
 * The accounts of an artist in one currency: their money at the processor, and what the platform
 * owes them (or they owe it). An id is the empty text where there is no such account.
 */
export type Accounts = { currency: string; own: string; owed: string }

/** A range of posting ids: excluding the first, including the last. */
export type IdSpan = { after: string; last: string }

/** An id is created just before its posting is dated: less than a minute passes between the two. */
const leadMs = 60_000

const { id, currency, kind, artistId, mode } = ledgerAccounts
const alone = { currency, own: id, owed: sql<string>`''` }

const ofArtist = prepared((db) =>
  db
    .select({
      currency,
      own: sql<string>`max(iif(${kind} = 'ARTIST', ${id}, ''))`,
      owed: sql<string>`max(iif(${kind} = 'OWED', ${id}, ''))`,
    })
    .from(ledgerAccounts)
    .where(and(eq(artistId, placeholder('artistId')), eq(mode, placeholder('mode'))))
    .groupBy(currency)
    .orderBy(asc(currency)),
)

export const accountsOfArtist = ({ db, config }: Ctx, artistId: string): Accounts[] =>
  ofArtist(db).all({ artistId, mode: config.paymentMode })

const ofPlatform = prepared((db) =>
  db
    .select(alone)
    .from(ledgerAccounts)
    .where(and(eq(kind, 'PLATFORM'), isNull(artistId), eq(mode, placeholder('mode'))))
    .orderBy(asc(currency)),
)

export const accountsOfPlatform = ({ db, config }: Ctx): Accounts[] => ofPlatform(db).all({ mode: config.paymentMode })

const nextArtist = prepared((db) =>
  db
    .select({ id: sql<string>`${artistId}` })
    .from(ledgerAccounts)
    .where(gt(artistId, placeholder('after')))
    .orderBy(asc(artistId))
    .limit(1),
)

/**
 * Yields the platform's own accounts in the present mode, the VAT that it keeps back, the exchange
 * accounts, the pools of drops, and then the accounts of everybody who sells here, one artist after
 * another. Together with the accounts of buyers, banks and the processor they sum to zero.
 */
export function* accountsOfInstance(ctx: Ctx): Generator<Accounts> {
  const { db, config } = ctx
  const isListed = inArray(kind, ['PLATFORM', 'VAT', 'EXCHANGE', 'PRIZE_POOL'])
  yield* db
    .select(alone)
    .from(ledgerAccounts)
    .where(and(isListed, isNull(artistId), eq(mode, config.paymentMode)))
    .orderBy(asc(kind), asc(currency), asc(id))
    .all()
  const next = nextArtist(db)
  for (let artist = next.get({ after: '' }); artist; artist = next.get({ after: artist.id })) {
    yield* accountsOfArtist(ctx, artist.id)
  }
}

const balance = partsBy(ledgerBalances, ['amountMinor'], 'accountId')

export const balanceOf = ({ db }: Ctx, id: string): number => balance(db).get({ accountId: id })?.amountMinor ?? 0

/**
 * Returns ids between which all postings of a time span lie, since ids rise with time; the range
 * includes some more.
 */
export const idsOf = ({ from, until }: { from: number; until: number }): IdSpan => ({
  after: uuidFloor(from - leadMs),
  last: uuidFloor(until + leadMs),
})

const nthEntry = prepared((db) => {
  const { accountId, postingId } = ledgerEntries
  const isIn = and(gt(postingId, placeholder('after')), lt(postingId, placeholder('last')))
  return db
    .select({ id: postingId })
    .from(ledgerEntries)
    .where(and(eq(accountId, placeholder('account')), isIn))
    .orderBy(asc(postingId))
    .limit(1)
    .offset(placeholder('skipped'))
})

/** Returns the last posting on a page of these accounts' entries; undefined for the last page. */
export function lastOfPage({ db }: Ctx, { own, owed }: Accounts, ids: IdSpan, entries: number) {
  const nth = nthEntry(db)
  const lasts = [own, owed].flatMap((account) => nth.get({ account, ...ids, skipped: entries - 1 })?.id ?? [])
  return lasts.toSorted()[0]
}
