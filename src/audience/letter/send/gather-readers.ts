import { Type as t } from '@sinclair/typebox'
import { eq, sql } from 'drizzle-orm'
import { NoRow, rawStatement } from '../../../../db/prepared.ts'
import { letters } from '../../../../db/schema/audience/letter.ts'
import { inSmallCheckpoints } from '../../../../db/small-checkpoints.ts'
import type { Ctx } from '../../../context.ts'
import { createPace } from '../../../lib/turn/pace.ts'
import { defineJob } from '../../../platform/job/define-job.ts'
import { type LetterRow, letterById, moveLetter } from '../letter.ts'
import type { Reach } from '../model.ts'
import { type Reader, type Reason, reachableOf, readersOf } from './find-readers.ts'
import { sendLetterJob } from './send-letter.ts'

// Raw: INSERT … SELECT from a list as a table.
const addReaders = rawStatement<typeof NoRow, [string, number, string]>(
  NoRow,
  `INSERT INTO letter_readers (artist_id, email, created_at) SELECT ?1, value, ?2 FROM json_each(?3) WHERE true
    ON CONFLICT DO NOTHING`,
)

const Added = t.Object({ id: t.Integer() })
// Raw: INSERT … SELECT from a list as a table.
const addRecipients = rawStatement<typeof Added, [string, string, Reason, string]>(
  Added,
  `INSERT INTO letter_recipients (letter_id, reader_id, reason, state)
    SELECT ?1, letter_readers.id, ?3, 'WAITING' FROM json_each(?4)
      CROSS JOIN letter_readers ON artist_id = ?2 AND email = value
    WHERE true ON CONFLICT DO NOTHING RETURNING reader_id AS id`,
)

/**
 * Begins a letter at its hour: gathers its readers, each once, a few at a time. Run again after a
 * crash, it adds those who are missing.
 */
export const gatherReadersJob = defineJob('gather-letter-readers', {
  payload: t.Object({ letterId: t.String() }),
  concurrency: 1,
  maxAttempts: 20,
  run: (ctx, { letterId }) => inSmallCheckpoints(ctx.db, () => gatherReaders(ctx, letterId)),
  failed(ctx, { letterId }, problem) {
    moveLetter(ctx, letterId, 'GATHERING', { state: 'STOPPED', endedAt: ctx.now(), problem })
  },
})

/** The key of the job of a letter: one for each hour that it was put on. */
export const gatheringKey = ({ id, sendAt }: Pick<LetterRow, 'id' | 'sendAt'>): string => `${id} ${sendAt}`

async function gatherReaders(ctx: Ctx, letterId: string): Promise<void> {
  const begun = await ctx.jointly(() => begin(ctx, letterId))
  if (!begun) return
  const pace = createPace(ctx.monotonicMs)
  for (const [reason, readers] of readersOf(ctx, begun)) {
    await ctx.jointly(() => addSome(ctx, begun, reason, readers))
    await pace()
  }
  await ctx.jointly(() => {
    const gathered = moveLetter(ctx, letterId, 'GATHERING', { state: 'SENDING' })
    if (gathered) ctx.jobs.add(sendLetterJob, { letterId }, { key: letterId, lane: gathered.artistId })
  })
}

/** Returns the letter if its readers are to be gathered now. */
function begin(ctx: Ctx, letterId: string): LetterRow | undefined {
  const letter = letterById(ctx, letterId)
  if (letter?.state === 'GATHERING') return letter
  // One that was put off has another job for its new hour.
  if (letter?.state !== 'SCHEDULED' || (letter.sendAt ?? 0) > ctx.now()) return undefined
  return moveLetter(ctx, letterId, 'SCHEDULED', { state: 'GATHERING', begunAt: ctx.now() })
}

function addSome(ctx: Ctx, { id, artistId }: LetterRow, reason: Reason, readers: readonly Reader[]): void {
  const emails = JSON.stringify(reachableOf(ctx, artistId, readers))
  addReaders(ctx.db).run(artistId, ctx.now(), emails)
  const added = addRecipients(ctx.db).all(id, artistId, reason, emails).length
  if (added === 0) return
  ctx.db
    .update(letters)
    .set({ recipients: sql`${letters.recipients} + ${added}` })
    .where(eq(letters.id, id))
    .run()
}

/** Returns whether a letter would reach anybody now. Takes turns with others. */
export async function reachesAnybody(ctx: Ctx, letter: LetterRow): Promise<boolean> {
  const pace = createPace(ctx.monotonicMs)
  for (const [, readers] of readersOf(ctx, letter)) {
    if (reachableOf(ctx, letter.artistId, readers).length > 0) return true
    await pace()
  }
  return false
}

/** Takes turns with others: it looks at each of them. */
export async function countReach(ctx: Ctx, letter: LetterRow): Promise<Reach> {
  // Somebody may have collected a tape several times.
  const byReason: Record<Reason, Set<string>> = { LIST: new Set(), COLLECTOR: new Set(), FOLLOWER: new Set() }
  const pace = createPace(ctx.monotonicMs)
  for (const [reason, readers] of readersOf(ctx, letter)) {
    for (const email of reachableOf(ctx, letter.artistId, readers)) byReason[reason].add(email)
    await pace()
  }
  const { LIST: list, COLLECTOR: collectors, FOLLOWER: followers } = byReason
  const people = list.union(collectors).union(followers).size
  return { people, list: list.size, followers: followers.size, collectors: collectors.size }
}
