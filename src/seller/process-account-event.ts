import { Type as t } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import type { Ctx } from '../context.ts'
import { accountEventTypes, connectEventTypes } from '../payment/event-types.ts'
import { refreshAccount } from './read-account.ts'

const Thin = t.Object({ related_object: t.Object({ id: t.String(), type: t.Literal('v2.core.account') }) })
const Snapshot = t.Object({ account: t.String() })

/** Which account an event speaks of; null for what we do not know. */
function accountIn(type: string, parsed: unknown): string | null {
  if (accountEventTypes.some((known) => known === type)) {
    return Value.Check(Thin, parsed) ? parsed.related_object.id : null
  }
  const isKnown = connectEventTypes.some((known) => known === type)
  return isKnown && Value.Check(Snapshot, parsed) ? parsed.account : null
}

/**
 * Does what an event of a connected account asks for: the account is read as it stands now, whatever the event says and
 * in whatever order events come. `done` marks it in the same transaction. Throws UNAVAILABLE.
 */
export async function processAccountEvent(ctx: Ctx, type: string, parsed: unknown, done: () => void): Promise<void> {
  const accountId = accountIn(type, parsed)
  if (accountId === null) return done()
  if (!ctx.processor) throw new Error('Payments are off; the event waits.')
  await refreshAccount(ctx, ctx.processor, accountId, { also: done })
}
