import { and, desc, eq, gt, isNotNull, lt, lte, ne, or } from 'drizzle-orm'
import { inTransaction } from '../../db/commits.ts'
import { sessions } from '../../db/schema/account.ts'
import type { Ctx } from '../context.ts'
import { notFound } from '../errors.ts'
import { absoluteMs, idleMs, type Viewer, whereSessionLive } from '../http/session.ts'
import { cutPage } from '../lib/cut-page.ts'
import { sha256Hex } from '../lib/hmac.ts'
import { noteSecurity } from '../security/note-security.ts'
import type { Device } from './device.ts'
import type { Sessions } from './model.ts'

// A clock that is ahead for a while ends sessions only for that while: by the right time again, they have not ended.
const keptAfterEndMs = 90 * 86_400_000

/**
 * The browser that asks: its address as limits count it, how it calls itself, the session it already has, and what tells
 * that somebody signed in from it before.
 */
export type Client = {
  readonly address: string
  readonly userAgent: string
  readonly sessionId: string | undefined
  readonly device?: Device | undefined
}

/** Opens a session and gives the token for its cookie; only the token's hash is kept. The client's old session ends. */
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
    sweepSessions(ctx)
    if (sessionId !== undefined) ctx.db.delete(sessions).where(eq(sessions.id, sessionId)).run()
    ctx.db.insert(sessions).values(row).run()
  })
  return token
}

/** Removes sessions that have ended for good, those of a clock that was ahead before their own time comes. */
export function sweepSessions(ctx: Ctx): void {
  const now = ctx.now()
  const whereOld = lte(sessions.expiresAt, now - keptAfterEndMs)
  const whereAhead = and(gt(sessions.createdAt, now), lte(sessions.earlyAt, now - idleMs))
  ctx.db.delete(sessions).where(or(whereOld, whereAhead)).run()
  const whereCurrent = and(isNotNull(sessions.earlyAt), lte(sessions.createdAt, now))
  ctx.db.update(sessions).set({ earlyAt: null }).where(whereCurrent).run()
}

/** The viewer's living sessions, newest first. */
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

/** Ends one session of the viewer's. Throws NOT_FOUND for an unknown one and for another's alike. */
export function endSession(ctx: Ctx, viewer: Viewer, id: string, { address, userAgent }: Client): void {
  const whereOwn = and(eq(sessions.id, id), eq(sessions.userId, viewer.userId))
  if (!ctx.db.delete(sessions).where(whereOwn).returning({ id: sessions.id }).get()) throw notFound('session')
  noteSecurity(ctx, 'session_ended', { userId: viewer.userId, address, userAgent })
}

/** Ends all sessions of a user, but for one if named. */
export function endSessions(ctx: Ctx, userId: string, except?: string): void {
  const whereOther = except === undefined ? undefined : ne(sessions.id, except)
  ctx.db
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), whereOther))
    .run()
}
