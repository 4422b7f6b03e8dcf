import { setImmediate } from 'node:timers/promises'
import type { Ctx } from '../context.ts'

/** Points of a drop: a like of the clip, and a collect through its maker's link (rule 13.6). */
export const points = { like: 1, collect: 3 } as const

/** A clip that competes, with what it is scored by. */
export type Standing = { submissionId: string; likes: number; collects: number; score: number }

/** Where a page of the leaderboard goes on: after this clip, as it was. */
export type Place = Pick<Standing, 'submissionId' | 'score'>

const columns = 'submission_id AS submissionId, likes, collects, score'
const inOrder = 'ORDER BY score DESC, submission_id'
const first = `SELECT ${columns} FROM campaign_entries WHERE campaign_id = $campaignId AND is_out = 0 ${inOrder} LIMIT $most`
// Two ranges of one index: a comparison of both columns at once would read the leaderboard from its beginning.
const next = `SELECT * FROM (SELECT ${columns} FROM campaign_entries
    WHERE campaign_id = $campaignId AND is_out = 0 AND score = $score AND submission_id > $submissionId
    ORDER BY submission_id LIMIT $most)
  UNION ALL SELECT * FROM (SELECT ${columns} FROM campaign_entries
    WHERE campaign_id = $campaignId AND is_out = 0 AND score < $score ${inOrder} LIMIT $most)
  LIMIT $most`

/** Returns the clips of a drop with the highest scores, ties to the earlier, from a place on. */
export function leaders({ db }: Ctx, campaignId: string, most: number, after?: Place): Standing[] {
  if (!after) return db.$client.query<Standing, { campaignId: string; most: number }>(first).all({ campaignId, most })
  const asked = { campaignId, most, ...after }
  return db.$client.query<Standing, typeof asked>(next).all(asked)
}

const entered = 'SELECT count(*) AS n FROM campaign_entries WHERE campaign_id = ? AND is_out = 0'

/** Returns how many clips compete in a drop. */
export const countEntries = ({ db }: Ctx, campaignId: string): number =>
  db.$client.query<{ n: number }, [string]>(entered).get(campaignId)?.n ?? 0

const muted = `SELECT user_id FROM room_members WHERE casset_id = c.casset_id AND (muted OR banned)
  AND (until IS NULL OR until > $now)`

/** The SQL by which a clip's likes and collects are counted again, from what people did. */
const counted = {
  likes: `SELECT count(*) FROM submission_likes l WHERE l.submission_id = e.submission_id AND l.counts
    AND l.user_id <> e.user_id AND l.created_at <= c.ends_at AND l.user_id NOT IN (${muted})`,
  collects: `SELECT count(*) FROM referral_links l JOIN referral_credits r ON r.code = l.code AND r.ended_at IS NULL
    WHERE l.user_id = e.user_id AND l.casset_id = c.casset_id AND r.user_id <> e.user_id AND r.mode IN (c.mode, 'free')
      AND r.credited_at BETWEEN c.opened_at AND c.ends_at`,
} as const

const recount = `UPDATE campaign_entries AS e SET likes = n.likes, collects = n.collects,
    score = n.likes * ${points.like} + n.collects * ${points.collect}
  FROM (SELECT e.submission_id AS id, (${counted.likes}) AS likes, (${counted.collects}) AS collects
    FROM campaign_entries e JOIN campaigns c ON c.id = e.campaign_id
    WHERE e.submission_id IN (SELECT value FROM json_each($ids))) n
  WHERE e.submission_id = n.id`

const page = `SELECT e.submission_id AS id, s.likes FROM campaign_entries e JOIN submissions s ON s.id = e.submission_id
  WHERE e.campaign_id = $campaignId AND e.submission_id > $after ORDER BY e.submission_id LIMIT 500`

/** How many likes are counted before others have their turn: about 3 ms. */
const likesAtOnce = 2_500

/**
 * Counts the scores of a drop again from what people did: each like and each collect, without those of accounts that are
 * muted or banned in the casset's room by now (rule 13.6). What happens meanwhile is counted as it happens.
 */
export async function recountScores(ctx: Ctx, campaignId: string): Promise<void> {
  const { $client: sql } = ctx.db
  const read = sql.query<{ id: string; likes: number }, { campaignId: string; after: string }>(page)
  const count = sql.query<unknown, { ids: string; now: number }>(recount)
  for (let after = ''; ; ) {
    const rows = read.all({ campaignId, after })
    if (rows.length === 0) return
    for (const ids of inSlices(rows)) {
      await ctx.jointly(() => void count.run({ ids: JSON.stringify(ids), now: ctx.now() }))
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
