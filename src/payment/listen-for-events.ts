import { and, eq } from 'drizzle-orm'
import { webhookEndpoints } from '../../db/schema/checkout.ts'
import type { Ctx } from '../context.ts'
import { eventTypes } from './event-types.ts'
import type { Processor } from './processor.ts'

const wildcards = new Set(['0.0.0.0', '::'])

/** Every secret that may sign what comes to the platform's webhook: the configured one, and of registered endpoints. */
export function webhookSecrets(ctx: Ctx, mode: Processor['mode']): string[] {
  const isOurs = and(eq(webhookEndpoints.mode, mode), eq(webhookEndpoints.source, 'platform'))
  const kept = ctx.db.select({ secret: webhookEndpoints.secret }).from(webhookEndpoints).where(isOurs).all()
  const configured = ctx.config.stripe.webhookSecret
  return [...(configured === undefined ? [] : [configured]), ...kept.map(({ secret }) => secret)]
}

/** Tells the test processor where this instance listens, again at each start: the port may be another one. */
export function listenForEvents(ctx: Ctx, port: number): void {
  const test = ctx.processor?.test
  if (!test) return
  const { host } = ctx.config
  const reached = wildcards.has(host) ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host
  const url = `http://${reached}:${port}/api/webhooks/stripe`
  const secret = test.register({ name: 'tapedeck', payload: 'snapshot', url, events: [...eventTypes], from: ['self'] })
  const row = { id: 'tapedeck-test', mode: 'test', source: 'platform', secret, createdAt: ctx.now() } as const
  ctx.db.insert(webhookEndpoints).values(row).onConflictDoUpdate({ target: webhookEndpoints.id, set: { secret } }).run()
}
