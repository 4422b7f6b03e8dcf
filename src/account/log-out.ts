import { eq } from 'drizzle-orm'
import { sessions } from '../../db/schema/account.ts'
import type { Ctx } from '../context.ts'
import type { Viewer } from '../http/session.ts'

/** Ends the session of the browser that asks, if it has one. */
export function logOut(ctx: Ctx, viewer: Viewer | null): void {
  if (viewer) ctx.db.delete(sessions).where(eq(sessions.id, viewer.sessionId)).run()
}
