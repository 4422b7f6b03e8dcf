import { eq } from 'drizzle-orm'
import { webhookEndpoints } from '../../db/schema/checkout.ts'
import type { Ctx } from '../context.ts'
import { type Endpoint, endpoints } from './endpoints.ts'
import { configuredSecret } from './listen-for-events.ts'
import type { Processor } from './processor.ts'
import { correct, listRegistered, type Registered, register, unregister } from './registered.ts'

/** How one endpoint of ours stands at the processor. */
export type Standing = { endpoint: Endpoint; url: string } & (
  | { is: 'well' }
  | { is: 'off'; at: Registered }
  /** `stray` is one at our address whose secret nobody here knows. */
  | { is: 'missing'; stray: Registered | undefined }
)

const keptIds = (ctx: Ctx, source: Endpoint['source']) =>
  new Set(
    ctx.db
      .select({ id: webhookEndpoints.id })
      .from(webhookEndpoints)
      .where(eq(webhookEndpoints.source, source))
      .all()
      .map(({ id }) => id),
  )

/** Holds what is registered at the processor against what should be, for the site at `origin`. */
export async function surveyEndpoints(ctx: Ctx, { stripe }: Processor, origin: string): Promise<Standing[]> {
  const there = await listRegistered(stripe)
  const spent = new Set<string>()
  return endpoints.map((endpoint): Standing => {
    const { source, payload, path } = endpoint
    const url = origin + path
    const kept = keptIds(ctx, source)
    const ofKind = there.filter((one) => one.payload === payload)
    const ours = ofKind.find(({ id }) => kept.has(id))
    const byHand = ours ? undefined : ofKind.find((one) => one.url === url)
    // The secret in the configuration belongs to one endpoint that somebody made by hand, never to two.
    const isOpened = byHand !== undefined && configuredSecret(ctx, source) !== undefined && !spent.has(source)
    if (isOpened) spent.add(source)
    const at = ours ?? (isOpened ? byHand : undefined)
    if (!at) return { endpoint, url, is: 'missing', stray: byHand }
    return fits(at, endpoint, url) ? { endpoint, url, is: 'well' } : { endpoint, url, is: 'off', at }
  })
}

function fits({ url, events, isEnabled }: Registered, wanted: Endpoint, wantedUrl: string): boolean {
  const isHeard = (event: string) => events.includes(event) || events.includes('*')
  return isEnabled && url === wantedUrl && wanted.events.every(isHeard)
}

/** Brings the processor to what should be: makes what is missing and keeps its secret, corrects what is off. */
export async function mendEndpoints(ctx: Ctx, processor: Processor, standings: readonly Standing[]): Promise<void> {
  const { stripe, mode } = processor
  for (const standing of standings) {
    const { endpoint, url } = standing
    if (standing.is === 'off') await correct(stripe, standing.at.id, endpoint, url)
    if (standing.is !== 'missing') continue
    if (standing.stray) await unregister(stripe, standing.stray)
    const { id, secret } = await register(stripe, endpoint, url)
    const row = { id, mode, source: endpoint.source, secret, createdAt: ctx.now() }
    ctx.db.insert(webhookEndpoints).values(row).run()
  }
  const there = new Set((await listRegistered(stripe)).map(({ id }) => id))
  for (const { id } of ctx.db.select().from(webhookEndpoints).where(eq(webhookEndpoints.mode, mode)).all()) {
    // What was deleted there signs nothing any more.
    if (!there.has(id)) ctx.db.delete(webhookEndpoints).where(eq(webhookEndpoints.id, id)).run()
  }
}
