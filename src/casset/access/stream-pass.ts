import { and, eq, gt, sql } from 'drizzle-orm'
import { prepared } from '../../../db/prepared.ts'
import { streamPasses } from '../../../db/schema/casset/access.ts'
import type { Ctx } from '../../context.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import type { World } from './visible-casset.ts'

const { placeholder } = sql

const { userId, artistId, mode, until } = streamPasses

const whereTheirs = and(
  eq(userId, placeholder('userId')),
  eq(artistId, placeholder('artistId')),
  eq(mode, placeholder('mode')),
)

const valid = prepared((db) =>
  db
    .select({ until })
    .from(streamPasses)
    .where(and(whereTheirs, gt(until, placeholder('now')))),
)

/** Whether a supporter of the artist hears all of a tape as a stream (rule: supporters). */
export function hasStreamPass(ctx: Ctx, { casset, artist }: World, viewer: Viewer | null): boolean {
  if (viewer === null || casset.slug !== null || casset.takenDown !== null) return false
  if (!casset.published || casset.privacy === 'private') return false
  const { paymentMode: mode } = ctx.config
  return valid(ctx.db).get({ userId: viewer.userId, artistId: artist.id, mode, now: ctx.now() }) !== undefined
}

type Pass = typeof streamPasses.$inferSelect

/** Lets somebody hear all tapes of an artist until a moment. Called in a transaction. */
export const setStreamPass = ({ db }: Ctx, pass: Pass): void =>
  void db
    .insert(streamPasses)
    .values(pass)
    .onConflictDoUpdate({ target: [userId, artistId, mode], set: { until: pass.until } })
    .run()

/** Forgets those of somebody who leaves. Called in a transaction. */
export const dropStreamPasses = ({ db }: Ctx, leaving: string): void =>
  void db.delete(streamPasses).where(eq(userId, leaving)).run()
