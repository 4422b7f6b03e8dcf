import { eq } from 'drizzle-orm'
import type { tracks } from '../../../db/schema/casset/track.ts'
import { campaignEntries, campaigns } from '../../../db/schema/drop/drop.ts'
import { submissions } from '../../../db/schema/drop/submission.ts'
import type { TestServer } from '../server.ts'
import type { Person } from '../world.ts'
import { addLinkedClip } from './clip.ts'

/** Puts a drop of a hook into the database: an open one, unless a test says otherwise. */
export function addDrop(
  { ctx }: Pick<TestServer, 'ctx'>,
  { artistId, cassetId }: Person,
  { hookId }: { hookId: string },
  values: Partial<typeof campaigns.$inferInsert> = {},
): string {
  const [id, now] = [ctx.uuid(), ctx.now()]
  const words = { title: 'Make it move', brief: 'A clip of the hook.', terms: 'Void where prohibited.' }
  const row = { id, artistId, cassetId, hookId, mode: ctx.config.paymentMode, state: 'OPEN', ...words } as const
  const rest = { endsAt: now + 7 * 86_400_000, split: [10_000], minAccountAgeDays: 0, createdAt: now, openedAt: now }
  ctx.db
    .insert(campaigns)
    .values({ ...row, ...rest, ...values })
    .run()
  return id
}

/** Puts a clip of somebody's into a drop. Returns its id. */
export function addEntry(
  svc: TestServer,
  person: Person,
  track: typeof tracks.$inferSelect,
  campaignId: string,
): string {
  const { id } = addLinkedClip(svc, person, track, 'My cover of it')
  svc.ctx.db.update(submissions).set({ campaignId }).where(eq(submissions.id, id)).run()
  svc.ctx.db.insert(campaignEntries).values({ submissionId: id, campaignId, userId: person.userId }).run()
  return id
}
