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
 * Stores an event of the processor, once, with the job that works on it; whoever is answered may forget it. Throws
 * UNAVAILABLE when no secret is known, VALIDATION when the signature or the mode is not ours: then nothing is stored.
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
  // Once we have answered, the processor forgets it.
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
  // Not yet believed; it only decides how the whole is to be read.
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
