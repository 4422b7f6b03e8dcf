import { eq } from 'drizzle-orm'
import { users } from '../../../db/schema/account/account.ts'
import type { Ctx } from '../../context.ts'
import { type Client, startSession } from '../session/session.ts'
import { beginStep } from '../session/sign-in-step.ts'

export type Admitted = { kind: 'session'; token: string } | { kind: 'second'; step: string }

/**
 * Signs in somebody who gave a password or came from a provider, or asks for their passkey first
 * where their account requires it (rule: second-step).
 */
export function beginSignIn(ctx: Ctx, userId: string, client: Client): Admitted {
  const user = ctx.db.select({ second: users.secondFactor }).from(users).where(eq(users.id, userId)).get()
  if (user?.second) return { kind: 'second', step: beginStep(ctx, 'second', userId).step }
  return { kind: 'session', token: startSession(ctx, userId, client) }
}
