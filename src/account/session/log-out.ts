import { eq } from 'drizzle-orm'
import { sessions } from '../../../db/schema/account/session.ts'
import type { Ctx } from '../../context.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import { noteSecurity } from '../../platform/security/note-security.ts'
import { type Client, endStreams } from './session.ts'

export function logOut(ctx: Ctx, viewer: Viewer | null, { address, userAgent }: Client): void {
  if (!viewer) return
  ctx.db.delete(sessions).where(eq(sessions.id, viewer.sessionId)).run()
  endStreams(ctx, [viewer])
  noteSecurity(ctx, 'signed_out', { userId: viewer.userId, address, userAgent })
}
