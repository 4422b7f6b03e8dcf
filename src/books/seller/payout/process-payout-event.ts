import { Type as t } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import type { Ctx } from '../../../context.ts'
import type { EventSource } from '../../../platform/payment/event/stored-event.ts'
import type { Processor } from '../../../platform/payment/processor.ts'
import { recordPayout } from './record-payout.ts'

const OfPayout = t.Object({ data: t.Object({ object: t.Object({ id: t.String(), object: t.Literal('payout') }) }) })
const OfAccount = t.Object({ account: t.String() })

/** Throws UNAVAILABLE. */
export async function processPayoutEvent(
  ctx: Ctx,
  processor: Processor,
  source: EventSource,
  parsed: unknown,
  done: () => void,
): Promise<void> {
  const accountId = source === 'accounts' && Value.Check(OfAccount, parsed) ? parsed.account : null
  if (!Value.Check(OfPayout, parsed) || (source === 'accounts' && accountId === null)) return done()
  await recordPayout(ctx, processor, { accountId, id: parsed.data.object.id }, done)
}
