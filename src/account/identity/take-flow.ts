import { and, eq } from 'drizzle-orm'
import { signInFlows } from '../../../db/schema/account/identity.ts'
import type { Ctx } from '../../context.ts'
import { sha256Hex } from '../../lib/hash/hmac.ts'
import { clockStepMs } from '../session/sign-in-step.ts'
import type { ProviderName } from './config.ts'

export type Flow = typeof signInFlows.$inferSelect

/**
 * Returns the sign-in that an answer belongs to, and ends it: the same answer finds nothing a
 * second time. Undefined for one that expired, or was begun in another browser or at another
 * provider.
 */
export function takeFlow(ctx: Ctx, name: ProviderName, state: string, browserHash: string | null): Flow | undefined {
  if (browserHash === null) return undefined
  const whose = and(
    eq(signInFlows.stateHash, sha256Hex(state)),
    eq(signInFlows.browserHash, browserHash),
    eq(signInFlows.provider, name),
  )
  const flow = ctx.db.delete(signInFlows).where(whose).returning().get()
  // A flow made while the clock was ahead would last until that time comes.
  return flow && flow.expiresAt > ctx.now() && flow.createdAt <= ctx.now() + clockStepMs ? flow : undefined
}
