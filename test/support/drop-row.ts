import { campaigns } from '../../db/schema/campaign.ts'
import type { TestServer } from './server.ts'
import type { Person } from './world.ts'

/** Puts a drop of a hook into the database: an open one, unless a test says otherwise. */
export function addDrop(
  { ctx }: TestServer,
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
