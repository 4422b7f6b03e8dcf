import { Type as t } from '@sinclair/typebox'
import { eq } from 'drizzle-orm'
import { partsBy } from '../../db/prepared.ts'
import { artists } from '../../db/schema/account/account.ts'
import { cassets } from '../../db/schema/casset/casset.ts'
import type { Ctx } from '../context.ts'
import { pagePath, slugOf } from '../lib/text/slug.ts'
import { dropPacksJob } from '../platform/job/job-kinds.ts'
import { accountsBehind } from './member/members.ts'
import type { TakedownGround, Taken, TakenThing } from './taken-thing.ts'
import { lookForFall } from './update-casset.ts'

/** The state that giving a page back needs. */
export const SavedCasset = t.Object({ published: t.Boolean() })

const takenDown = partsBy(cassets, ['takenDown'], 'id')

export const isTakenDown = ({ db }: Ctx, id: string): boolean => (takenDown(db).get({ id })?.takenDown ?? null) !== null

/** Returns a page as somebody decides about it; undefined when there is none. */
export function findCasset(ctx: Ctx, id: string): TakenThing | undefined {
  const row = ctx.db
    .select({ casset: cassets, userId: artists.userId, handle: artists.handle })
    .from(cassets)
    .innerJoin(artists, eq(artists.id, cassets.artistId))
    .where(eq(cassets.id, id))
    .get()
  if (!row) return undefined
  const { casset, userId, handle } = row
  const { name: title, takenDown } = casset
  return {
    userId,
    userIds: accountsBehind(ctx, userId, [id]),
    title,
    path: pagePath(slugOf(casset, handle)),
    takenDown,
  }
}

/**
 * Hides a page from everybody but its makers and, unless a law asks for it, those who collected it
 * (rule: take-down). Called in a transaction; throws when there is no such page.
 */
export function takeDownCasset(ctx: Ctx, id: string, ground: TakedownGround): Taken<typeof SavedCasset> {
  const before = ctx.db.select().from(cassets).where(eq(cassets.id, id)).get()
  if (!before) throw new Error('A page was not found when it was taken down.')
  const { published, revision } = before
  ctx.db
    .update(cassets)
    .set({ published: false, takenDown: ground, revision: revision + 1 })
    .where(eq(cassets.id, id))
    .run()
  if (ground === 'law') ctx.jobs.add(dropPacksJob, { cassetId: id }, { key: `taken-down:${id}` })
  return { saved: { published }, afterCommit: () => ctx.bus.publish({ kind: 'end', room: id }) }
}

/**
 * Ends the take-down of a page: it is published again if it was published before. A preorder that
 * was called off meanwhile stays unpublished. Called in a transaction.
 */
export function giveBackCasset(ctx: Ctx, id: string, { published }: typeof SavedCasset.static): undefined {
  const { revision, calledOffAt } = cassets
  const row = ctx.db.select({ revision, calledOffAt }).from(cassets).where(eq(cassets.id, id)).get()
  if (!row) return
  const shown = { published: published && row.calledOffAt === null, takenDown: null, revision: row.revision + 1 }
  ctx.db.update(cassets).set(shown).where(eq(cassets.id, id)).run()
  lookForFall(ctx, { id, revision: shown.revision })
}
