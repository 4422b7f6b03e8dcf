import { and, eq } from 'drizzle-orm'
import { webhookEndpoints } from '../../../../db/schema/platform/payment.ts'
import type { Ctx } from '../../../context.ts'
import { isRefused } from '../ask-processor.ts'
import { configuredSecret } from '../event/listen-for-events.ts'
import type { Processor } from '../processor.ts'
import { type Endpoint, endpoints } from './endpoints.ts'
import { createEndpoint, deleteEndpoint, listRegistered, type Registered, updateEndpoint } from './registered.ts'

/** One of our webhook endpoints compared with the one registered at the processor. */
export type EndpointCheck = { endpoint: Endpoint; url: string } & (
  | { status: 'ok' }
  /** We have its secret, but the processor refuses to list it. */
  | { status: 'unseen' }
  | { status: 'outdated'; registered: Registered }
  /** `stray` is a registered endpoint with our URL whose signing secret we do not have. */
  | { status: 'missing'; stray: Registered | undefined }
)

const storedIds = (ctx: Ctx, mode: Processor['mode'], source: Endpoint['source']) =>
  new Set(
    ctx.db
      .select({ id: webhookEndpoints.id })
      .from(webhookEndpoints)
      .where(and(eq(webhookEndpoints.mode, mode), eq(webhookEndpoints.source, source)))
      .all()
      .map(({ id }) => id),
  )

/** `origin` is the site's that needs them. */
export async function checkEndpoints(ctx: Ctx, { stripe, mode }: Processor, origin: string): Promise<EndpointCheck[]> {
  const { all: there, isWhole } = await listRegistered(stripe)
  const claimedSources = new Set<string>()
  return endpoints.map((endpoint): EndpointCheck => {
    const { source, payload, path } = endpoint
    const url = origin + path
    const knownIds = storedIds(ctx, mode, source)
    if (!isWhole && payload === 'thin' && knownIds.size > 0) return { endpoint, url, status: 'unseen' }
    const ofKind = there.filter((one) => one.payload === payload)
    const ours = ofKind.find(({ id }) => knownIds.has(id))
    const byHand = ours ? undefined : ofKind.find((one) => one.url === url)
    // The configured secret belongs to one endpoint that was created by hand, never to two.
    const hasSecret = byHand !== undefined && configuredSecret(ctx, source) !== undefined && !claimedSources.has(source)
    if (hasSecret) claimedSources.add(source)
    const at = ours ?? (hasSecret ? byHand : undefined)
    if (!at) return { endpoint, url, status: 'missing', stray: byHand }
    return fits(at, endpoint, url)
      ? { endpoint, url, status: 'ok' }
      : { endpoint, url, status: 'outdated', registered: at }
  })
}

function fits({ url, events, isEnabled }: Registered, wanted: Endpoint, wantedUrl: string): boolean {
  const isHeard = (event: string) => events.includes(event) || events.includes('*')
  return isEnabled && url === wantedUrl && wanted.events.every(isHeard)
}

/**
 * Tells whether an endpoint is needed now. Those of accounts are once somebody has connected one
 * (`hasAccounts`), or once they were registered: the processor may refuse them where accounts
 * cannot be connected, and an artist alone needs none.
 */
export const isNeeded = (
  ctx: Ctx,
  { mode }: Processor,
  { endpoint: { source } }: EndpointCheck,
  hasAccounts: boolean,
): boolean => source === 'platform' || hasAccounts || storedIds(ctx, mode, source).size > 0

/**
 * Registers missing endpoints, storing their secrets, and corrects outdated ones. Goes on when the
 * processor refuses one, and throws its refusal at the end when that one is needed.
 */
export async function repairEndpoints(
  ctx: Ctx,
  processor: Processor,
  checks: readonly EndpointCheck[],
  hasAccounts: boolean,
): Promise<void> {
  const refusals: unknown[] = []
  for (const check of checks) {
    const wasNeeded = isNeeded(ctx, processor, check, hasAccounts)
    try {
      await repair(ctx, processor, check)
    } catch (error) {
      if (!isRefused(error)) throw error
      if (wasNeeded) refusals.push(error)
    }
  }
  await forgetDeleted(ctx, processor)
  if (refusals.length > 0) throw refusals[0]
}

async function repair(ctx: Ctx, { stripe, mode }: Processor, check: EndpointCheck): Promise<void> {
  const { endpoint, url } = check
  if (check.status === 'outdated') await updateEndpoint(stripe, check.registered.id, endpoint, url)
  if (check.status !== 'missing') return
  if (check.stray) await deleteEndpoint(stripe, check.stray)
  const { id, secret } = await createEndpoint(stripe, endpoint, url)
  const row = { id, mode, source: endpoint.source, secret, createdAt: ctx.now() }
  ctx.db.insert(webhookEndpoints).values(row).run()
}

/** Endpoints deleted at the processor sign no more events. */
async function forgetDeleted(ctx: Ctx, { stripe, mode }: Processor): Promise<void> {
  const { all, isWhole } = await listRegistered(stripe)
  if (!isWhole) return
  const there = new Set(all.map(({ id }) => id))
  for (const { id } of ctx.db.select().from(webhookEndpoints).where(eq(webhookEndpoints.mode, mode)).all()) {
    if (!there.has(id)) ctx.db.delete(webhookEndpoints).where(eq(webhookEndpoints.id, id)).run()
  }
}
