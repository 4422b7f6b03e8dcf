import { and, desc, eq, inArray, lt } from 'drizzle-orm'
import { deskDone } from '../../../db/schema/platform/security.ts'
import type { Ctx } from '../../context.ts'
import { noteSecurity } from './note-security.ts'

type Concerned = { userIds?: readonly string[]; thingId?: string | undefined; reason?: string | undefined }

/**
 * Records an act at the desk, before it is done: a process that ends in between loses no record of
 * what it did. Returns the id of the record.
 */
export function beginDeskAct(
  ctx: Ctx,
  actorId: string,
  act: string,
  { userIds: [userId] = [], thingId, reason }: Concerned,
): string {
  const id = ctx.uuid()
  const row = { id, actorId, act, userId: userId ?? null, thingId: thingId ?? null, reason: reason ?? null }
  ctx.db
    .insert(deskDone)
    .values({ ...row, at: ctx.now() })
    .run()
  return id
}

export const dropDeskAct = ({ db }: Ctx, id: string): void => void db.delete(deskDone).where(eq(deskDone.id, id)).run()

/** Takes out of a record the account that its act has deleted. */
export const forgetConcerned = ({ db }: Ctx, id: string): void =>
  void db.update(deskDone).set({ userId: null }).where(eq(deskDone.id, id)).run()

/** Writes the line of the security log for an act that was done. */
export function endDeskAct(
  ctx: Ctx,
  actorId: string,
  act: string,
  { userIds: [userId] = [], thingId }: Concerned,
): void {
  const about = { ...(userId === undefined ? {} : { about: userId }), ...(thingId === undefined ? {} : { thingId }) }
  noteSecurity(ctx, 'desk_act', { userId: actorId }, { act, ...about })
}

/** Returns what was done at the desk by these acts, newest first, before an id. */
export const deskDoneBefore = ({ db }: Ctx, acts: readonly string[], most: number, before?: string) =>
  db
    .select()
    .from(deskDone)
    .where(and(inArray(deskDone.act, [...acts]), before === undefined ? undefined : lt(deskDone.id, before)))
    .orderBy(desc(deskDone.id))
    .limit(most)
    .all()
