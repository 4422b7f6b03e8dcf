import { and, desc, eq, gt, isNotNull, isNull, lt, lte, ne, or } from 'drizzle-orm'
import { inTransaction } from '../../../db/commits.ts'
import { appKeys, sessions, signInSteps } from '../../../db/schema/account/session.ts'
import type { Ctx } from '../../context.ts'
import { notFound } from '../../errors.ts'
import { cutPage } from '../../lib/cut-page.ts'
import { sha256Hex } from '../../lib/hash/hmac.ts'
import { dayMs } from '../../lib/time/calendar.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import { noteSecurity } from '../../platform/security/note-security.ts'
import type { Device } from './device.ts'
import type { Sessions } from './model.ts'
import { absoluteMs, idleMs, whereSessionLive } from './viewer.ts'

// A clock that runs ahead ends sessions only for that time: once it is right again, they are valid
// again.
const keptAfterEndMs = 90 * dayMs

/**
 * The requesting browser: its address as limits count it, its user agent, its current session, the
 * browser's marks of earlier sign-ins, and where it has a site open that has no address yet.
 */
export type Client = {
  readonly address: string
  readonly userAgent: string
  readonly sessionId: string | undefined
  readonly device?: Device | undefined
  readonly unclaimedOrigin?: string | undefined
}

/** Returns the session's token, of which only the hash is stored. Ends the client's old session. */
export function startSession(ctx: Ctx, userId: string, { userAgent, sessionId }: Client): string {
  const token = Buffer.from(ctx.random(32)).toString('base64url')
  const now = ctx.now()
  const row = {
    tokenHash: sha256Hex(token),
    id: ctx.uuid(),
    userId,
    userAgent,
    createdAt: now,
    seenAt: now,
    expiresAt: now + absoluteMs,
  }
  inTransaction(ctx.db, () => {
    correctEarly(ctx)
    if (sessionId !== undefined) ctx.db.delete(sessions).where(eq(sessions.id, sessionId)).run()
    ctx.db.insert(sessions).values(row).run()
  })
  return token
}

export function sweepSessions(ctx: Ctx): void {
  ctx.db
    .delete(sessions)
    .where(lte(sessions.expiresAt, ctx.now() - keptAfterEndMs))
    .run()
  correctEarly(ctx)
}

/** Notes which sessions begin in the future: the clock was ahead, or is behind now. */
export function markEarly({ db, now: nowMs }: Ctx): void {
  const now = nowMs()
  const whereEarly = and(gt(sessions.createdAt, now), or(isNull(sessions.earlyAt), gt(sessions.earlyAt, now)))
  db.update(sessions).set({ earlyAt: now }).where(whereEarly).run()
}

/** Deletes sessions created while the clock was ahead before their own time comes. */
function correctEarly(ctx: Ctx): void {
  const now = ctx.now()
  const whereAhead = and(gt(sessions.createdAt, now), lte(sessions.earlyAt, now - idleMs))
  ctx.db.delete(sessions).where(whereAhead).run()
  const whereCurrent = and(isNotNull(sessions.earlyAt), lte(sessions.createdAt, now))
  ctx.db.update(sessions).set({ earlyAt: null }).where(whereCurrent).run()
}

/** Returns the viewer's live sessions, newest first. */
export function listSessions(ctx: Ctx, viewer: Viewer, limit: number, cursor?: string): Sessions {
  const now = ctx.now()
  const whereFurther = cursor === undefined ? undefined : lt(sessions.id, cursor)
  const whereOwn = and(eq(sessions.userId, viewer.userId), whereSessionLive(now, now - idleMs), whereFurther)
  const rows = ctx.db
    .select()
    .from(sessions)
    .where(whereOwn)
    .orderBy(desc(sessions.id))
    .limit(limit + 1)
    .all()
  const { page, nextCursor } = cutPage(rows, limit, ({ id }) => id)
  return {
    sessions: page.map(({ id, userAgent, createdAt, seenAt, expiresAt }) => ({
      id,
      current: id === viewer.sessionId,
      userAgent,
      createdAt: new Date(createdAt).toISOString(),
      seenAt: new Date(seenAt).toISOString(),
      expiresAt: new Date(Math.min(expiresAt, seenAt + idleMs)).toISOString(),
    })),
    nextCursor,
  }
}

export const confirmSession = ({ db, now }: Ctx, id: string): void =>
  void db.update(sessions).set({ confirmedAt: now() }).where(eq(sessions.id, id)).run()

/** Throws NOT_FOUND for an unknown one and for another user's alike. */
export function endSession(ctx: Ctx, viewer: Viewer, id: string, { address, userAgent }: Client): void {
  const whereOwn = and(eq(sessions.id, id), eq(sessions.userId, viewer.userId))
  if (!ctx.db.delete(sessions).where(whereOwn).returning({ id: sessions.id }).get()) throw notFound('session')
  endStreams(ctx, [{ sessionId: id }])
  noteSecurity(ctx, 'session_ended', { userId: viewer.userId, address, userAgent })
}

export function endOtherSessions(ctx: Ctx, { userId, sessionId }: Viewer, { address, userAgent }: Client): void {
  const ended = inTransaction(ctx.db, () => endSessions(ctx, userId, sessionId))
  endStreams(ctx, ended)
  noteSecurity(ctx, 'session_ended', { userId, address, userAgent }, { count: ended.length })
}

/**
 * Ends all sessions of a user, except one if named, their app keys, and the steps that wait for a
 * passkey: a sign-in with the old password is not finished after the new one is set. Returns the
 * sessions, for `endStreams` after the commit.
 */
export function endSessions(ctx: Ctx, userId: string, except?: string): Ended[] {
  ctx.db.delete(signInSteps).where(eq(signInSteps.userId, userId)).run()
  ctx.db.delete(appKeys).where(eq(appKeys.userId, userId)).run()
  const whereOther = except === undefined ? undefined : ne(sessions.id, except)
  return ctx.db
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), whereOther))
    .returning({ sessionId: sessions.id })
    .all()
}

export function endStreams(ctx: Ctx, ended: readonly Ended[]): void {
  for (const { sessionId } of ended) ctx.bus.publish({ kind: 'end', sessionId })
}

type Ended = { sessionId: string }
