import { and, asc, eq, exists, gt, isNotNull, isNull, sql } from 'drizzle-orm'
import { isAmong } from '../../../db/among.ts'
import { prepared, rawStatement } from '../../../db/prepared.ts'
import { users } from '../../../db/schema/account/account.ts'
import { follows } from '../../../db/schema/casset/follow.ts'
import type { letterReasons } from '../../../db/schema/money/letter.ts'
import { letterFollowers } from '../../../db/schema/money/letter.ts'
import { mailingConsents as consents } from '../../../db/schema/money/mailing-list.ts'
import { orders } from '../../../db/schema/money/order.ts'
import { guestOrdersOf, heldOf } from '../../casset/access/collected.ts'
import type { Ctx } from '../../context.ts'
import type { LetterRow } from './letter.ts'

const { placeholder } = sql

// One step of reading, checking and writing these takes 2 ms.
const atOnce = 250

/** An address at which a letter is allowed, and since when it is (ms). */
export type Reader = { email: string; since: number }

/** Why somebody gets a letter. */
export type Reason = (typeof letterReasons)[number]

const isOfArtist = eq(consents.artistId, placeholder('artistId'))
const consent = { email: consents.email, since: consents.givenAt }

const onList = prepared((db) =>
  db
    .select({ ...consent, key: consents.id })
    .from(consents)
    .where(and(isOfArtist, isNull(consents.endedAt), gt(consents.id, placeholder('after'))))
    .orderBy(asc(consents.id))
    .limit(atOnce),
)

const following = prepared((db) =>
  db
    .select({
      email: sql<string>`${users.email}`,
      since: sql<number>`max(${letterFollowers.allowedAt}, ${follows.createdAt})`,
      key: follows.userId,
    })
    .from(letterFollowers)
    .innerJoin(follows, and(eq(follows.userId, letterFollowers.userId), eq(follows.artistId, placeholder('artistId'))))
    .innerJoin(users, eq(users.id, letterFollowers.userId))
    .where(
      and(gt(letterFollowers.userId, placeholder('after')), isNotNull(users.email), isNotNull(users.emailVerifiedAt)),
    )
    .orderBy(asc(letterFollowers.userId))
    .limit(atOnce),
)

const collectors = prepared((db) => {
  const isNow = and(isOfArtist, isNull(consents.endedAt), gt(consents.id, placeholder('after')))
  return db
    .select({ ...consent, key: consents.id })
    .from(consents)
    .where(and(isNow, exists(heldOf(db, consents.userId))))
    .orderBy(asc(consents.id))
    .limit(atOnce)
})

const guestsOf = prepared((db) =>
  db
    .select(consent)
    .from(orders)
    .innerJoin(consents, and(isOfArtist, eq(consents.email, orders.buyerEmail), isNull(consents.endedAt)))
    .where(isAmong(orders.id, placeholder('orderIds'))),
)

type Audience = Pick<LetterRow, 'artistId' | 'toList' | 'toFollowers' | 'toCollectorsOf'>

/**
 * Yields everybody whom a letter may be sent to, in small pages, by the reason of each. Somebody in
 * several groups comes several times; whoever ended letters or cannot be reached is still in it.
 */
export function* readersOf(ctx: Ctx, { artistId, ...to }: Audience): Generator<[Reason, Reader[]]> {
  const { db, config } = ctx
  type Row = Reader & { key: string }
  function* pages(reason: Reason, page: (after: string) => Row[]): Generator<[Reason, Reader[]]> {
    for (let after: string | undefined = ''; after !== undefined; ) {
      const rows: Row[] = page(after)
      if (rows.length > 0) yield [reason, rows]
      after = rows.length < atOnce ? undefined : rows.at(-1)?.key
    }
  }
  const { toCollectorsOf: cassetId } = to
  if (to.toList) yield* pages('LIST', (after) => onList(db).all({ artistId, after }))
  if (cassetId !== null) {
    const mode = config.paymentMode
    yield* pages('COLLECTOR', (after) => collectors(db).all({ artistId, after, cassetId, mode }))
    for (const each of [mode, 'free'] as const) yield* guestPages(ctx, artistId, cassetId, each)
  }
  if (to.toFollowers) yield* pages('FOLLOWER', (after) => following(db).all({ artistId, after }))
}

function* guestPages(
  ctx: Ctx,
  artistId: string,
  cassetId: string,
  mode: Parameters<typeof guestOrdersOf>[1]['mode'],
): Generator<[Reason, Reader[]]> {
  for (let after: number | undefined = 0; after !== undefined; ) {
    const page: ReturnType<typeof guestOrdersOf> = guestOrdersOf(ctx, { cassetId, mode, after, limit: atOnce })
    const orderIds = JSON.stringify(page.map(({ orderId }) => orderId))
    if (page.length > 0) yield ['COLLECTOR', guestsOf(ctx.db).all({ artistId, orderIds })]
    after = page.length < atOnce ? undefined : page.at(-1)?.number
  }
}

/** At this many failures an address is left out (rule: letter-failures). */
export const mostFailures = 3

// Raw: a list as a table.
const reachable = rawStatement<{ email: string }, [string, string, number]>(
  `SELECT value ->> 'email' AS email FROM json_each(?1)
    LEFT JOIN letter_readers ON artist_id = ?2 AND letter_readers.email = value ->> 'email'
    LEFT JOIN failing_addresses ON failing_addresses.email = value ->> 'email'
    WHERE coalesce(ended_at, -1) < value ->> 'since' AND coalesce(failures, 0) < ?3`,
)

/**
 * Returns the addresses of these readers that letters of the artist may go to: whoever ended them
 * gets none unless they allowed it again later, nor do addresses that failed too often.
 */
export const reachableOf = ({ db }: Ctx, artistId: string, readers: readonly Reader[]): string[] =>
  reachable(db)
    .all(JSON.stringify(readers.map(({ email, since }) => ({ email, since }))), artistId, mostFailures)
    .map(({ email }) => email)
