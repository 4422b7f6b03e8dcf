import { and, eq, sql } from 'drizzle-orm'
import { prepared } from '../../../../db/prepared.ts'
import { webhookEndpoints } from '../../../../db/schema/platform/payment.ts'
import type { Ctx } from '../../../context.ts'
import { testPages } from '../../http/request/path.ts'
import { endpoints } from '../endpoint/endpoints.ts'
import type { Processor } from '../processor.ts'
import type { EventSource } from './stored-event.ts'

const wildcards = new Set(['0.0.0.0', '::'])

const registeredSecrets = prepared((db) =>
  db
    .select({ secret: webhookEndpoints.secret })
    .from(webhookEndpoints)
    .where(
      and(eq(webhookEndpoints.mode, sql.placeholder('mode')), eq(webhookEndpoints.source, sql.placeholder('source'))),
    ),
)

/** Returns the configured secret and those of registered endpoints. */
export function webhookSecrets(ctx: Ctx, mode: Processor['mode'], source: EventSource): string[] {
  const registered = registeredSecrets(ctx.db).all({ mode, source })
  const configured = configuredSecret(ctx, source)
  return [...(configured === undefined ? [] : [configured]), ...registered.map(({ secret }) => secret)]
}

export const configuredSecret = ({ config: { stripe } }: Ctx, source: EventSource): string | undefined =>
  source === 'platform' ? stripe.webhookSecret : stripe.connectWebhookSecret

/**
 * Registers our webhook endpoints and page URL with the test processor at each start, as the port
 * may have changed. Events that were due before the restart are delivered after that.
 */
export async function listenForEvents(ctx: Ctx, port: number): Promise<void> {
  const test = ctx.processor?.test
  if (!test) return
  test.setPagesUrl(ctx.site.origin + testPages)
  const { host } = ctx.config
  const reached = wildcards.has(host) ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host
  for (const { name, source, payload, path, events } of endpoints) {
    const url = `http://${reached}:${port}${path}`
    const from = [source === 'platform' ? ('self' as const) : ('accounts' as const)]
    const secret = await test.registerWebhook({ name, payload, url, events: [...events], from })
    const row = { id: `${name}-test`, mode: ctx.config.paymentMode, source, secret, createdAt: ctx.now() } as const
    ctx.db
      .insert(webhookEndpoints)
      .values(row)
      .onConflictDoUpdate({ target: webhookEndpoints.id, set: { secret } })
      .run()
  }
  test.wake()
}
