import { setImmediate } from 'node:timers/promises'
import { and, asc, between, count, desc, eq, gt, isNull, lt, lte, ne, notInArray, or, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/sqlite-core'
import { isAmong } from '../../db/among.ts'
import { prepared } from '../../db/prepared.ts'
import { campaignEntries, campaigns } from '../../db/schema/drop/drop.ts'
import { submissionLikes, submissions } from '../../db/schema/drop/submission.ts'
import { roomMembers } from '../../db/schema/room/moderation.ts'
import { referralCredits, referralLinks } from '../../db/schema/shop/referral.ts'
import type { Ctx } from '../context.ts'
import { whereCounted } from '../platform/payment/mode.ts'

const { placeholder } = sql

/** Points for a like of the clip, and a collect through its maker's link (rule: drop-points). */
export const points = { like: 1, collect: 3 } as const

export type Standing = { submissionId: string; likes: number; collects: number; score: number }

/** Where a page of the leaderboard continues: after this clip, with the score it had. */
export type Place = Pick<Standing, 'submissionId' | 'score'>

const { submissionId, campaignId, userId, isOut, likes, collects, score } = campaignEntries
const columns = { submissionId, likes, collects, score }
const isIn = and(eq(campaignId, placeholder('campaignId')), eq(isOut, false))
const inOrder = [desc(score), asc(submissionId)]
const most = placeholder('most')

const first = prepared((db) =>
  db
    .select(columns)
    .from(campaignEntries)
    .where(isIn)
    .orderBy(...inOrder)
    .limit(most),
)
// Two ranges of one index: comparing both columns at once would read the leaderboard from its
// beginning.
const next = prepared((db) => {
  const isTied = and(isIn, eq(score, placeholder('score')), gt(submissionId, placeholder('submissionId')))
  const tied = db.select(columns).from(campaignEntries).where(isTied).orderBy(asc(submissionId)).limit(most).as('tied')
  const isLower = and(isIn, lt(score, placeholder('score')))
  const lower = db
    .select(columns)
    .from(campaignEntries)
    .where(isLower)
    .orderBy(...inOrder)
    .limit(most)
    .as('lower')
  return unionAll(db.select().from(tied), db.select().from(lower)).limit(most)
})

/** Returns the clips of a drop with the highest scores, ties to the earlier, from a position on. */
export const leaders = ({ db }: Ctx, campaignId: string, most: number, after?: Place): Standing[] =>
  after ? next(db).all({ campaignId, most, ...after }) : first(db).all({ campaignId, most })

const entered = prepared((db) => db.select({ entries: count() }).from(campaignEntries).where(isIn))

export const countEntries = ({ db }: Ctx, campaignId: string): number => entered(db).get({ campaignId })?.entries ?? 0

const isOfThese = isAmong(submissionId, placeholder('ids'))

/** Counts a clip's likes and collects again from the rows. */
const recount = prepared((db) => {
  const isMuted = and(
    eq(roomMembers.cassetId, campaigns.cassetId),
    or(eq(roomMembers.muted, true), eq(roomMembers.banned, true)),
    or(isNull(roomMembers.until), gt(roomMembers.until, placeholder('now'))),
  )
  const counted = db
    .select({ likes: count() })
    .from(submissionLikes)
    .innerJoin(campaigns, eq(campaigns.id, campaignId))
    .where(
      and(
        eq(submissionLikes.submissionId, submissionId),
        eq(submissionLikes.counts, true),
        ne(submissionLikes.userId, userId),
        lte(submissionLikes.createdAt, campaigns.endsAt),
        notInArray(submissionLikes.userId, db.select({ userId: roomMembers.userId }).from(roomMembers).where(isMuted)),
      ),
    )
  const credited = db
    .select({ collects: count() })
    .from(campaigns)
    .innerJoin(referralLinks, and(eq(referralLinks.userId, userId), eq(referralLinks.cassetId, campaigns.cassetId)))
    .innerJoin(referralCredits, eq(referralCredits.code, referralLinks.code))
    .where(
      and(
        eq(campaigns.id, campaignId),
        isNull(referralCredits.endedAt),
        ne(referralCredits.userId, userId),
        whereCounted(referralCredits.mode, campaigns.mode),
        between(referralCredits.creditedAt, campaigns.openedAt, campaigns.endsAt),
      ),
    )
  return db
    .update(campaignEntries)
    .set({ likes: sql`${counted}`, collects: sql`${credited}` })
    .where(isOfThese)
})
const rescore = prepared((db) =>
  db
    .update(campaignEntries)
    .set({ score: sql`${likes} * ${points.like} + ${collects} * ${points.collect}` })
    .where(isOfThese),
)

const page = prepared((db) =>
  db
    .select({ id: submissionId, likes: submissions.likes })
    .from(campaignEntries)
    .innerJoin(submissions, eq(submissions.id, submissionId))
    .where(and(eq(campaignId, placeholder('campaignId')), gt(submissionId, placeholder('after'))))
    .orderBy(asc(submissionId))
    .limit(500),
)

/** How many likes are counted before other work gets its turn: about 3 ms. */
const likesAtOnce = 2_500

/**
 * Counts the scores of a drop again from the rows: each like and each collect, without those of
 * accounts that are muted or banned in the casset's room by now (rule: drop-points). Changes
 * meanwhile are counted as they happen.
 */
export async function recountScores(ctx: Ctx, campaignId: string): Promise<void> {
  const { db, jointly, now } = ctx
  for (let after = ''; ; ) {
    const rows = page(db).all({ campaignId, after })
    if (rows.length === 0) return
    for (const slice of inSlices(rows)) {
      const ids = JSON.stringify(slice)
      await jointly(() => {
        recount(db).run({ ids, now: now() })
        rescore(db).run({ ids })
      })
      await setImmediate()
    }
    after = rows.at(-1)?.id ?? ''
  }
}

function inSlices(rows: readonly { id: string; likes: number }[]): string[][] {
  const slices: string[][] = [[]]
  let likes = 0
  for (const row of rows) {
    likes += row.likes + 50
    if (likes > likesAtOnce && slices.at(-1)?.length) {
      slices.push([])
      likes = row.likes
    }
    slices.at(-1)?.push(row.id)
  }
  return slices
}
