import { and, eq, gt, lte } from 'drizzle-orm'
import { pendingIdentities } from '../../../db/schema/account/identity.ts'
import type { Ctx } from '../../context.ts'
import { handleFrom, longestHandle } from '../../lib/account/handle.ts'
import { isHandle, isHandleFree } from '../handle/handle.ts'
import { flowMs } from './flow-cookie.ts'
import type { Vouched } from './read-answer.ts'
import type { Flow } from './take-flow.ts'

type Pending = typeof pendingIdentities.$inferSelect

/**
 * Keeps the person a provider vouched for until they have chosen a handle, in place of an earlier
 * one from the same browser.
 */
export function savePending(ctx: Ctx, flow: Flow, told: Vouched & { email: string }): void {
  const { browserHash, provider, next, invitationId } = flow
  const now = ctx.now()
  const row = { ...told, browserHash, provider, next, invitationId, createdAt: now, expiresAt: now + flowMs }
  ctx.db.delete(pendingIdentities).where(lte(pendingIdentities.expiresAt, now)).run()
  ctx.db
    .insert(pendingIdentities)
    .values(row)
    .onConflictDoUpdate({ target: pendingIdentities.browserHash, set: row })
    .run()
}

/** Returns the person a provider vouched for in a browser; undefined when that has expired. */
export function pendingOf(ctx: Ctx, browserHash: string | null): Pending | undefined {
  if (browserHash === null) return undefined
  const which = and(eq(pendingIdentities.browserHash, browserHash), gt(pendingIdentities.expiresAt, ctx.now()))
  return ctx.db.select().from(pendingIdentities).where(which).get()
}

/** Returns a free handle that resembles somebody's name or address; empty when none is close. */
export function suggestHandle(ctx: Ctx, { displayName, email }: Pick<Pending, 'displayName' | 'email'>): string {
  const [local = ''] = email.split('@')
  for (const text of [displayName, local]) {
    const plain = handleFrom(text).slice(0, longestHandle - 4)
    for (const end of ['', '-2', '-3', '-4']) {
      if (isHandle(plain + end) && isHandleFree(ctx, plain + end)) return plain + end
    }
  }
  return ''
}
