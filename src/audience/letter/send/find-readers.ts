import { Type as t } from '@sinclair/typebox'
import { and, asc, eq, exists, gt, isNotNull, isNull, sql } from 'drizzle-orm'
import { isAmong } from '../../../../db/among.ts'
import { prepared, rawStatement } from '../../../../db/prepared.ts'
import { users } from '../../../../db/schema/account/account.ts'
import type { letterReasons } from '../../../../db/schema/audience/letter.ts'
import { letterFollowers } from '../../../../db/schema/audience/letter.ts'
import { mailingConsents as consents } from '../../../../db/schema/audience/mailing-list.ts'
import { follows } from '../../../../db/schema/casset/follow.ts'
import { orders } from '../../../../db/schema/order/order.ts'
import { guestOrdersOf, heldOf } from '../../../casset/access/collected.ts'
import type { Ctx } from '../../../context.ts'
import { mostFailures } from '../../../platform/mail/failing-address.ts'
import type { LetterRow } from '../letter.ts'

const { placeholder } = sql

// One step of reading, checking and writing these takes 2 ms.
const atOnce = 250

/** An address at which a letter is allowed, and since when it is (ms). */
export type Reader = { email: string; since: number }

export type Reason = (typeof letterReasons)[number]

const isOfArtist = eq(consents.artistId, placeholder('artistId'))
const consent = { email: consents.email, since: consents.givenAt }

// Each page looks at as many rows as it returns: rows that are no readers are in it, without
// `since` or `email`.
const isNext = and(isOfArtist, isNull(consents.endedAt), gt(consents.id, placeholder('after')))

const onList = prepared((db) =>
  db
    .select({ ...consent, key: consents.id })
    .from(consents)
    .where(isNext)
    .orderBy(asc(consents.id))
    .limit(atOnce),
)

const following = prepared((db) =>
  db
    .select({
      email: users.email,
      since: sql<number | null>`max(${letterFollowers.allowedAt}, ${follows.createdAt})`,
      key: follows.userId,
      followedAt: follows.createdAt,
    })
    .from(follows)
    .leftJoin(letterFollowers, eq(letterFollowers.userId, follows.userId))
    .leftJoin(
      users,
      and(eq(users.id, letterFollowers.userId), isNotNull(users.email), isNotNull(users.emailVerifiedAt)),
    )
    .where(
      and(
        eq(follows.artistId, placeholder('artistId')),
        sql`(${follows.createdAt}, ${follows.userId}) > (${placeholder('followedAt')}, ${placeholder('after')})`,
      ),
    )
    .orderBy(asc(follows.createdAt), asc(follows.userId))
    .limit(atOnce),
)

const collectors = prepared((db) =>
  db
    .select({
      email: consents.email,
      since: sql<number | null>`CASE WHEN ${exists(heldOf(db, consents.userId))} THEN ${consents.givenAt} END`,
      key: consents.id,
    })
    .from(consents)
    .where(isNext)
    .orderBy(asc(consents.id))
    .limit(atOnce),
)

const guestsOf = prepared((db) =>
  db
    .select(consent)
    .from(orders)
    .innerJoin(consents, and(isOfArtist, eq(consents.email, orders.buyerEmail), isNull(consents.endedAt)))
    .where(isAmong(orders.id, placeholder('orderIds'))),
)

type Audience = Pick<LetterRow, 'artistId' | 'toList' | 'toFollowers' | 'toCollectorsOf'>

/**
 * Yields everybody whom a letter may be sent to, in small pages that may be empty, by the reason of
 * each. Somebody in several groups comes several times; whoever ended letters or cannot be reached
 * is still in it.
 */
export function* readersOf(ctx: Ctx, { artistId, ...to }: Audience): Generator<[Reason, Reader[]]> {
  const { db, config } = ctx
  const { toCollectorsOf: cassetId } = to
  if (to.toList) yield* pages('LIST', (last?: Row) => onList(db).all({ artistId, after: last?.key ?? '' }))
  if (cassetId !== null) {
    const mode = config.paymentMode
    const of = { artistId, cassetId, mode }
    yield* pages('COLLECTOR', (last?: Row) => collectors(db).all({ ...of, after: last?.key ?? '' }))
    for (const each of [mode, 'free'] as const) yield* guestPages(ctx, artistId, cassetId, each)
  }
  if (to.toFollowers) {
    const page = (last?: Row & { followedAt: number }) =>
      following(db).all({ artistId, followedAt: last?.followedAt ?? 0, after: last?.key ?? '' })
    yield* pages('FOLLOWER', page)
  }
}

type Row = { email: string | null; since: number | null; key: string }

/** `page` returns the rows after the last one of the page before. */
function* pages<R extends Row>(reason: Reason, page: (last?: R) => R[]): Generator<[Reason, Reader[]]> {
  for (let rows = page(); rows.length > 0; rows = rows.length < atOnce ? [] : page(rows.at(-1))) {
    const readers = rows.flatMap(({ email, since }) => (email === null || since === null ? [] : [{ email, since }]))
    yield [reason, readers]
  }
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

const Reachable = t.Object({ email: t.String() })
// Raw: a list as a table.
const reachable = rawStatement<typeof Reachable, [string, string, number]>(
  Reachable,
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
