import { Type as t } from '@sinclair/typebox'
import { eraseFromRooms } from '../../account/named-in-rooms.ts'
import type { Ctx } from '../../context.ts'
import { defineJob } from '../../platform/job/define-job.ts'
import { dropExportFiles } from '../export/end-exports.ts'
import { declineInvitations } from './decline-invitations.ts'
import { eraseComments, eraseSubmissions } from './erase-words.ts'
import { eraseAssets, eraseCassets } from './erase-works.ts'

const Person = t.Object({ userId: t.String(), artistId: t.String(), handle: t.String(), displayName: t.String() })

/** Whose traces are erased: their ids, and what they were called. */
export type Gone = typeof Person.static

/** Erases what a deleted account left in other places, a little at a time (rule 3.24). */
export const eraseTracesJob = defineJob('erase-traces', {
  payload: Person,
  concurrency: 1,
  maxAttempts: 20,
  run: eraseTraces,
})

/** Each statement changes at most `$limit` rows of the user or artist with this id. */
const ofUser = [
  `DELETE FROM hook_likes WHERE user_id = $id AND hook_id IN (SELECT hook_id FROM hook_likes WHERE user_id = $id LIMIT $limit)`,
  `DELETE FROM submission_likes WHERE user_id = $id
    AND submission_id IN (SELECT submission_id FROM submission_likes WHERE user_id = $id LIMIT $limit)`,
  'DELETE FROM follows WHERE user_id = $id AND artist_id IN (SELECT artist_id FROM follows WHERE user_id = $id LIMIT $limit)',
  'DELETE FROM shares WHERE id IN (SELECT id FROM shares WHERE user_id = $id LIMIT $limit)',
  'DELETE FROM comment_reports WHERE id IN (SELECT id FROM comment_reports WHERE reporter_id = $id LIMIT $limit)',
  `DELETE FROM room_members WHERE user_id = $id
    AND casset_id IN (SELECT casset_id FROM room_members WHERE user_id = $id LIMIT $limit)`,
  'DELETE FROM notifications WHERE id IN (SELECT id FROM notifications WHERE user_id = $id LIMIT $limit)',
  'DELETE FROM activities WHERE id IN (SELECT id FROM activities WHERE user_id = $id LIMIT $limit)',
  `UPDATE orders SET message = NULL WHERE id IN
    (SELECT id FROM orders WHERE user_id = $id AND message IS NOT NULL LIMIT $limit)`,
]
const ofArtist = [
  `DELETE FROM mailing_consents WHERE id IN
    (SELECT id FROM mailing_consents WHERE artist_id = $id AND ended_at IS NULL LIMIT $limit)`,
  `DELETE FROM mailing_consents WHERE id IN
    (SELECT id FROM mailing_consents WHERE artist_id = $id AND ended_at IS NOT NULL LIMIT $limit)`,
  'DELETE FROM follows WHERE artist_id = $id AND user_id IN (SELECT user_id FROM follows WHERE artist_id = $id LIMIT $limit)',
  'DELETE FROM notifications WHERE id IN (SELECT id FROM notifications WHERE actor_id = $id LIMIT $limit)',
  'DELETE FROM co_messages WHERE id IN (SELECT id FROM co_messages WHERE artist_id = $id LIMIT $limit)',
]

async function eraseTraces(ctx: Ctx, gone: Gone): Promise<void> {
  await dropExportFiles(ctx, gone.userId)
  await eraseComments(ctx, gone)
  await eraseSubmissions(ctx, gone)
  await declineInvitations(ctx, gone)
  await eraseCassets(ctx, gone)
  await eraseAssets(ctx, gone)
  for (const sql of ofUser) await untilNone(ctx, sql, gone.userId)
  for (const sql of ofArtist) await untilNone(ctx, sql, gone.artistId)
  await eraseFromRooms(ctx, gone.handle)
}

const rowsOfStatement = 10
const transactionMs = 2

/** Runs a statement until it changes nothing more, a short transaction after another: what a row costs varies tenfold. */
async function untilNone(ctx: Ctx, sql: string, id: string): Promise<void> {
  const statement = ctx.db.$client.query<unknown, { id: string; limit: number }>(sql)
  const changeSome = () => {
    const until = ctx.monotonicMs() + transactionMs
    let changed = 1
    while (changed > 0 && ctx.monotonicMs() < until)
      ({ changes: changed } = statement.run({ id, limit: rowsOfStatement }))
    return changed
  }
  while ((await ctx.jointly(changeSome)) > 0);
}
