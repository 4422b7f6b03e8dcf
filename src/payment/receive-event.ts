import { Type as t } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import type { Ctx } from '../context.ts'
import { AppError } from '../errors.ts'
import { BadSignatureError } from './construct-event.ts'
import { webhookSecrets } from './listen-for-events.ts'
import type { Processor } from './processor.ts'
import { addEvent, type EventSource } from './stored-event.ts'

const Thin = t.Object({ object: t.Literal('v2.core.event') })

/** The job that does what one stored event asks for. Its work is defined above this room, in `order`. */
export const eventJob = { kind: 'process-event', payload: t.Object({ eventId: t.String() }) } as const

/**
 * Verifies an event of the processor and stores it once, with the job that processes it. Throws UNAVAILABLE when no
 * secret is known, VALIDATION for a wrong signature or mode; nothing is stored then.
 */
export async function receiveEvent(
  ctx: Ctx,
  source: EventSource,
  body: string,
  signature: string | null,
): Promise<void> {
  const { processor } = ctx
  const secrets = processor ? webhookSecrets(ctx, processor.mode, source) : []
  if (!processor || secrets.length === 0) {
    throw new AppError('UNAVAILABLE', 'No webhook secret is set up here.', { retryAfter: 3600 })
  }
  const { id, type, livemode } = await verifyEvent(ctx, processor, body, signature, secrets)
  if (livemode !== processor.isLive) {
    throw new AppError('VALIDATION', `This instance takes no events ${livemode ? 'of real money' : 'of tests'}.`)
  }
  // Stripe does not send an event again once we have answered 200.
  await ctx.durably(() => {
    const isNew = addEvent(ctx, { id, source, type, body })
    if (isNew) ctx.jobs.add(eventJob, { eventId: id }, { key: id })
  })
}

async function verifyEvent(
  ctx: Ctx,
  processor: Processor,
  body: string,
  signature: string | null,
  secrets: readonly string[],
): Promise<{ id: string; type: string; livemode: boolean }> {
  // Not verified yet; it only decides which verification applies.
  const isThin = isThinBody(body)
  for (const secret of secrets) {
    try {
      return isThin
        ? await processor.constructThinEvent(body, signature, secret, ctx.now())
        : await processor.constructEvent(body, signature, secret, ctx.now())
    } catch (error) {
      if (!(error instanceof BadSignatureError)) throw error
    }
  }
  throw new AppError('VALIDATION', 'The signature of this webhook cannot be verified.')
}

function isThinBody(body: string): boolean {
  try {
    const parsed: unknown = JSON.parse(body)
    return Value.Check(Thin, parsed)
  } catch {
    return false
  }
}
