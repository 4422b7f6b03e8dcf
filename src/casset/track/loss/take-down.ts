import { Type as t } from '@sinclair/typebox'
import { and, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import { prepared } from '../../../../db/prepared.ts'
import { artists } from '../../../../db/schema/account/account.ts'
import { cassets } from '../../../../db/schema/casset/casset.ts'
import { tracks } from '../../../../db/schema/casset/track.ts'
import type { Ctx } from '../../../context.ts'
import { pagePath, slugOf } from '../../../lib/text/slug.ts'
import { dropPacksJob } from '../../../platform/job/job-kinds.ts'
import { accountsBehind } from '../../member/members.ts'
import { countChange } from '../../revision.ts'
import type { TakedownGround, Taken, TakenThing } from '../../taken-thing.ts'
import { copiesOf } from './erase-for-cause.ts'

/** The state that giving a track back needs, of it and of its copies. */
export const SavedTracks = t.Array(
  t.Object({ id: t.String(), active: t.Boolean(), inactiveAt: t.Union([t.Integer(), t.Null()]) }),
)

const takenByHook = prepared((db) =>
  db
    .select({ hookId: tracks.hookId })
    .from(tracks)
    .where(and(eq(tracks.hookId, sql.placeholder('hookId')), isNotNull(tracks.takenDown))),
)

export const isHookTakenDown = ({ db }: Ctx, hookId: string): boolean => takenByHook(db).get({ hookId }) !== undefined

/** Returns a track as somebody decides about it; undefined when there is none. */
export function findTrack(ctx: Ctx, id: string): TakenThing | undefined {
  const { db } = ctx
  const row = db
    .select({ track: tracks, casset: cassets, handle: artists.handle, userId: artists.userId })
    .from(tracks)
    .innerJoin(cassets, eq(cassets.id, tracks.cassetId))
    .innerJoin(artists, eq(artists.id, cassets.artistId))
    .where(eq(tracks.id, id))
    .get()
  if (!row) return undefined
  const { track, casset, handle } = row
  const { contributorId } = track
  const maker =
    contributorId === null
      ? undefined
      : db.select({ userId: artists.userId }).from(artists).where(eq(artists.id, contributorId)).get()
  const { userId } = maker ?? row
  const { title, takenDown } = track
  // Its copies go with it.
  const cassetIds = [track, ...copiesOf(ctx, track)].map(({ cassetId }) => cassetId)
  const userIds = accountsBehind(ctx, userId, cassetIds)
  return { userId, userIds, title, path: pagePath(slugOf(casset, handle)), takenDown }
}

/**
 * Hides a track, with every copy of it on a co-casset, from everybody but its maker and, unless a
 * law asks for it, those who hold it (rule: take-down). Called in a transaction; throws when there
 * is no such track.
 */
export function takeDownTrack(ctx: Ctx, id: string, ground: TakedownGround): Taken<typeof SavedTracks> {
  const track = ctx.db.select().from(tracks).where(eq(tracks.id, id)).get()
  if (!track) throw new Error('A track was not found when it was taken down.')
  const copies = copiesOf(ctx, track)
  const all = [track, ...copies]
  for (const { id, active, inactiveAt } of all) {
    const hidden = { active: false, inactiveAt: active ? ctx.now() : inactiveAt, takenDown: ground }
    ctx.db.update(tracks).set(hidden).where(eq(tracks.id, id)).run()
  }
  noteChanged(
    ctx,
    all.map(({ cassetId }) => cassetId),
  )
  const saved = all.map(({ id, active, inactiveAt }) => ({ id, active, inactiveAt }))
  return { saved, copyIds: copies.map((copy) => copy.id) }
}

/** Shows a track again, and its copies, where they were shown before. Called in a transaction. */
export function giveBackTrack(ctx: Ctx, saved: typeof SavedTracks.static): undefined {
  const changed = saved.flatMap(({ id, active, inactiveAt }) => {
    const free = { takenDown: null }
    const [row] = ctx.db
      .update(tracks)
      .set(free)
      .where(eq(tracks.id, id))
      .returning({ cassetId: tracks.cassetId })
      .all()
    // Its maker may have deleted it meanwhile.
    const isStill = and(eq(tracks.id, id), isNull(tracks.withdrawnAt))
    ctx.db.update(tracks).set({ active, inactiveAt }).where(isStill).run()
    return row?.cassetId ?? []
  })
  noteChanged(ctx, changed)
}

/** Counts the change of these cassets, and drops their prepared downloads. */
function noteChanged(ctx: Ctx, cassetIds: readonly string[]): void {
  const ids = [...new Set(cassetIds)]
  for (const casset of ctx.db.select().from(cassets).where(inArray(cassets.id, ids)).all()) {
    countChange(ctx, casset)
    ctx.jobs.add(dropPacksJob, { cassetId: casset.id }, { key: `taken-down:${casset.id}:${casset.revision}` })
  }
}
