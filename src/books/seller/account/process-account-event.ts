import { Type as t } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import type { Ctx } from '../../../context.ts'
import { accountEventTypes, connectEventTypes } from '../../../platform/payment/event/event-types.ts'
import type { Processor } from '../../../platform/payment/processor.ts'
import { refreshAccount } from './read-account.ts'

const Thin = t.Object({ related_object: t.Object({ id: t.String(), type: t.Literal('v2.core.account') }) })
const Snapshot = t.Object({ account: t.String() })

/** Returns the id of the account that an event is about; null for unknown events. */
function accountIn(type: string, parsed: unknown): string | null {
  if (accountEventTypes.some((known) => known === type)) {
    return Value.Check(Thin, parsed) ? parsed.related_object.id : null
  }
  const isKnown = connectEventTypes.some((known) => known === type)
  return isKnown && Value.Check(Snapshot, parsed) ? parsed.account : null
}

/**
 * Processes an event about a connected account. The current state is read from the processor, so
 * the order of events does not matter. `done` marks the event as processed in the same transaction.
 * Throws UNAVAILABLE.
 */
export async function processAccountEvent(
  ctx: Ctx,
  processor: Processor,
  type: string,
  parsed: unknown,
  done: () => void,
): Promise<void> {
  const accountId = accountIn(type, parsed)
  if (accountId === null) return done()
  await refreshAccount(ctx, processor, accountId, { also: done })
}
