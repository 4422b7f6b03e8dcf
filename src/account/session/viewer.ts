import { and, eq, gt, isNull, lte, or, type Placeholder, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { prepared } from '../../../db/prepared.ts'
import { artists, users } from '../../../db/schema/account/account.ts'
import { sessions } from '../../../db/schema/account/session.ts'
import type { Ctx } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { sha256Hex } from '../../lib/hash/hmac.ts'
import { say } from '../../lib/language/say.ts'
import { dayMs } from '../../lib/time/calendar.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import { ownState } from '../../platform/own-state.ts'

/** How long a session lasts at most (rule: sessions). */
export const absoluteMs = 30 * dayMs

/** How long a session lasts unused (rule: sessions). */
export const idleMs = 14 * dayMs

const seenEveryMs = 3_600_000

const freshMs = 15 * 60_000

/** How long one proof lasts whose person goes on with such actions. */
const longestProofMs = 3_600_000

/** When each session last did what needs a proof; forgotten with the process, which asks again. */
const lastActs = ownState(() => new Map<string, number>())

/**
 * Returns the SQL condition of a live session: not ended, and used since `idleSince`. One that
 * begins in the future was created while the clock was ahead, and counts as unused since that was
 * noticed.
 */
export const whereSessionLive = (now: number | Placeholder, idleSince: number | Placeholder) =>
  and(
    gt(sessions.expiresAt, now),
    gt(sessions.seenAt, idleSince),
    or(lte(sessions.createdAt, now), isNull(sessions.earlyAt), gt(sessions.earlyAt, idleSince)),
  )

const { placeholder } = sql

/** The columns of a person who is here, by a session or a key. */
export const viewerColumns = {
  userId: users.id,
  // Deleting an account ends its sessions and keys.
  email: sql<string>`${users.email}`,
  emailVerifiedAt: users.emailVerifiedAt,
  suspended: users.suspended,
  artistId: artists.id,
  handle: artists.handle,
  displayName: artists.displayName,
  makesMusic: artists.makesMusic,
  language: users.language,
}

const selectViewer = (db: Db, which: SQL) =>
  db
    .select({
      ...viewerColumns,
      sessionId: sessions.id,
      role: users.role,
      helperRole: users.helperRole,
      seenAt: sessions.seenAt,
      createdAt: sessions.createdAt,
      earlyAt: sessions.earlyAt,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .innerJoin(artists, eq(artists.userId, users.id))
    .where(and(which, whereSessionLive(placeholder('now'), placeholder('idleSince'))))
const byTokenHash = prepared((db) => selectViewer(db, eq(sessions.tokenHash, placeholder('which'))))
const bySessionId = prepared((db) => selectViewer(db, eq(sessions.id, placeholder('which'))))

/** Returns null for a token that is unknown, ended or unused for too long. */
export const viewerOfToken = (ctx: Ctx, token: string): Viewer | null => liveViewer(ctx, byTokenHash, sha256Hex(token))

/** Returns the viewer of a session id, under the same rule; audio tokens contain it. */
export const viewerOfSession = (ctx: Ctx, sessionId: string): Viewer | null => liveViewer(ctx, bySessionId, sessionId)

function liveViewer(ctx: Ctx, statement: typeof bySessionId, which: string): Viewer | null {
  const row = statement(ctx.db).get({ which, now: ctx.now(), idleSince: ctx.now() - idleMs })
  if (!row) return null
  if (ctx.now() - row.seenAt > seenEveryMs) {
    ctx.db.update(sessions).set({ seenAt: ctx.now() }).where(eq(sessions.id, row.sessionId)).run()
  }
  // Its own time has come: it is valid again, whatever the clock does next.
  if (row.earlyAt !== null && row.createdAt <= ctx.now()) {
    ctx.db.update(sessions).set({ earlyAt: null }).where(eq(sessions.id, row.sessionId)).run()
  }
  const { emailVerifiedAt, suspended, helperRole, seenAt: _, createdAt: __, earlyAt: ___, ...viewer } = row
  return {
    ...viewer,
    emailVerified: emailVerifiedAt !== null,
    suspended: suspended !== null,
    helperRole: suspended === null ? helperRole : null,
  }
}

/**
 * Throws BAD_STATE unless the viewer signed in, proved who they are, or went on with what needs
 * that, a moment ago (rule: fresh-proof): with a stolen cookie, nobody may change who gets into an
 * account, or where it is paid.
 */
export function refuseOldSession(ctx: Ctx, { sessionId }: Viewer): void {
  const { createdAt, confirmedAt } = sessions
  const found = ctx.db.select({ createdAt, confirmedAt }).from(sessions).where(eq(sessions.id, sessionId)).get()
  const now = ctx.now()
  const acts = lastActs(ctx)
  const isWithin = (ms: number, at: number | null | undefined) => at != null && Math.abs(now - at) <= ms
  const isProved = (ms: number) => isWithin(ms, found?.createdAt) || isWithin(ms, found?.confirmedAt)
  if (isProved(freshMs) || (isProved(longestProofMs) && isWithin(freshMs, acts.get(sessionId)))) {
    for (const [each, at] of acts) if (!isWithin(freshMs, at)) acts.delete(each)
    acts.set(sessionId, now)
    return
  }
  const hint = say('Sign out, sign in, then do it within a quarter of an hour.')
  throw new AppError('BAD_STATE', say('For this you must have signed in a moment ago.'), {
    hint,
    more: { needsProof: true },
  })
}
