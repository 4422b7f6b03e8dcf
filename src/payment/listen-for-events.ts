import { and, eq } from 'drizzle-orm'
import { webhookEndpoints } from '../../db/schema/checkout.ts'
import type { Ctx } from '../context.ts'
import { askProcessor, isMissing } from './ask-processor.ts'
import { eventTypes } from './event-types.ts'
import type { Processor } from './processor.ts'

const wildcards = new Set(['0.0.0.0', '::'])

const isPlatform = (mode: Processor['mode']) =>
  and(eq(webhookEndpoints.mode, mode), eq(webhookEndpoints.source, 'platform'))

/** Every secret that may sign what comes to the platform's webhook: the configured one, and of registered endpoints. */
export function webhookSecrets(ctx: Ctx, mode: Processor['mode']): string[] {
  const kept = ctx.db.select({ secret: webhookEndpoints.secret }).from(webhookEndpoints).where(isPlatform(mode)).all()
  const configured = ctx.config.stripe.webhookSecret
  return [...(configured === undefined ? [] : [configured]), ...kept.map(({ secret }) => secret)]
}

/** Tells the test processor where this instance listens. The endpoint is kept, so that nothing on its way is lost. */
export async function listenForEvents(ctx: Ctx, port: number): Promise<void> {
  const { processor } = ctx
  if (!processor?.test) return
  const host = wildcards.has(ctx.config.host) ? '127.0.0.1' : ctx.config.host
  const wanted = {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${port}/api/webhooks/stripe`,
    enabled_events: [...eventTypes],
  }
  const kept = ctx.db.select().from(webhookEndpoints).where(isPlatform('test')).get()
  if (kept && (await moveEndpoint(ctx, processor, kept.id, wanted))) return
  const made = await askProcessor(ctx, processor, (stripe, options) =>
    stripe.webhookEndpoints.create({ ...wanted, enabled_events: [...eventTypes] }, options),
  )
  ctx.db.transaction(() => {
    ctx.db.delete(webhookEndpoints).where(isPlatform('test')).run()
    const row = {
      id: made.id,
      mode: 'test',
      source: 'platform',
      secret: made.secret ?? '',
      createdAt: ctx.now(),
    } as const
    ctx.db.insert(webhookEndpoints).values(row).run()
  })
}

type Wanted = { url: string; enabled_events: (typeof eventTypes)[number][] }

async function moveEndpoint(ctx: Ctx, processor: Processor, id: string, wanted: Wanted): Promise<boolean> {
  try {
    await askProcessor(ctx, processor, (stripe, options) => stripe.webhookEndpoints.update(id, wanted, options))
    return true
  } catch (error) {
    if (isMissing(error)) return false
    throw error
  }
}
