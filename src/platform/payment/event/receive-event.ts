import { Type as t } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import type { Ctx } from '../../../context.ts'
import { AppError } from '../../../errors.ts'
import { tryJson } from '../../../lib/json/json.ts'
import { say } from '../../../lib/language/say.ts'
import { tryToSpend } from '../../http/limiter.ts'
import type { Processor } from '../processor.ts'
import { BadSignatureError } from './construct-event.ts'
import { webhookSecrets } from './listen-for-events.ts'
import { addEvent, type EventSource } from './stored-event.ts'

const Thin = t.Object({ object: t.Literal('v2.core.event') })

/** The job that processes one stored event. Its work is defined above this room, in `order`. */
export const eventJob = { kind: 'process-event', payload: t.Object({ eventId: t.String() }) } as const

/**
 * Verifies an event of the processor and stores it once, with the job that processes it. One of the
 * other mode is dropped where accounts' events come: Stripe sends those of tests there too. Throws
 * UNAVAILABLE when no secret is known, VALIDATION for a wrong signature or mode; nothing is stored
 * then.
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
    throw new AppError('UNAVAILABLE', say('No webhook secret is set up here.'), { retryAfter: 3600 })
  }
  const { id, type, livemode } = await verifyEvent(ctx, processor, { source, body, signature, secrets })
  if (livemode !== processor.isLive) {
    noteRefusal(ctx, source, 'mode')
    if (source === 'accounts') return
    throw new AppError(
      'VALIDATION',
      livemode ? say('This instance takes no events of real money.') : say('This instance takes no events of tests.'),
    )
  }
  // Stripe does not send an event again once we have answered 200.
  await ctx.durably(() => {
    const isNew = addEvent(ctx, { id, source, type, body, mode: processor.mode })
    if (isNew) ctx.jobs.add(eventJob, { eventId: id }, { key: id })
  })
}

/** Logs why a webhook was refused, a few times a minute: anybody may send any number of them. */
function noteRefusal(ctx: Ctx, source: EventSource, fault: 'signature' | 'clock' | 'mode'): void {
  if (tryToSpend(ctx.limiter, 'webhook-refusal', `${source} ${fault}`))
    ctx.log.warn('webhook refused', { source, fault })
}

type Signed = { source: EventSource; body: string; signature: string | null; secrets: readonly string[] }

async function verifyEvent(
  ctx: Ctx,
  processor: Processor,
  { source, body, signature, secrets }: Signed,
): Promise<{ id: string; type: string; livemode: boolean }> {
  // Not verified yet; it only decides which verification applies.
  const isThin = isThinBody(body)
  const faults: BadSignatureError['fault'][] = []
  for (const secret of secrets) {
    try {
      return isThin
        ? await processor.constructThinEvent(body, signature, secret, ctx.now())
        : await processor.constructEvent(body, signature, secret, ctx.now())
    } catch (error) {
      if (!(error instanceof BadSignatureError)) throw error
      faults.push(error.fault)
    }
  }
  noteRefusal(ctx, source, faults.includes('clock') ? 'clock' : 'signature')
  throw new AppError('VALIDATION', say('The signature of this webhook cannot be verified.'))
}

function isThinBody(body: string): boolean {
  // Most are not, and need not be parsed to see it.
  return body.includes('v2.core.event') && Value.Check(Thin, tryJson(body))
}
