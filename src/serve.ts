import type { Elysia } from 'elysia'
import { closeDb } from '../db/open.ts'
import { followOtherProcesses } from './account/end-lost-streams.ts'
import { fixTimes } from './account/fix-times.ts'
import { createAnswers, createApp } from './app.ts'
import type { Ctx } from './context.ts'
import { noticeRestore } from './money/receipt/receipt-head.ts'
import type { Metrics } from './operate/measuring/create-metrics.ts'
import { listenSecurely, type OpenSite } from './platform/certificate/listen-securely.ts'
import { bindPort } from './platform/http/bind-port.ts'
import { answerOncePassed, type Probation } from './platform/http/probation.ts'
import { createRequestLog } from './platform/http/request-log.ts'
import { createRouteNotes, type RequestWatch, type RouteNotes, watchAnswers } from './platform/http/request-watch.ts'
import { isEverywhere, openName } from './platform/http/site.ts'
import { listenForEvents } from './platform/payment/listen-for-events.ts'
import { type Usage, unknownUsage } from './platform/usage.ts'
import { jobDefinitions } from './work.ts'

const stopLimitMs = 9_000

/** A running service. */
export type Running = {
  /** The origin it listens on, with the bound port. */
  readonly url: string
  /** The unencrypted port, where the site has its own certificate (rule: plain-port). */
  readonly httpPort?: number
  /**
   * Finishes running answers, ends jobs and streams, and checkpoints the database. At most 10 s.
   */
  stop(): Promise<void>
}

/**
 * The address of the listener. `eventPort`: where the processor inside the program reaches it, on
 * this machine.
 */
type Listening = Omit<Running, 'stop'> & { eventPort: number; stop(isNow?: boolean): Promise<void> }

/**
 * Starts listening and running jobs; on probation it does neither for anybody before that has
 * passed. Throws PortError; then the database is closed again.
 */
export async function serve(ctx: Ctx, usage: () => Usage = unknownUsage, probation?: Probation): Promise<Running> {
  const metrics = await metricsOf(ctx, usage)
  const { eventPort, stop, ...address } = await listen(ctx, metrics, probation)
  ctx.blobs.sweepScratch()
  // Waiting requests are answered first, and between the steps of a start, each of which takes some
  // milliseconds.
  await Bun.sleep(1)
  noticeRestore(ctx)
  await Bun.sleep(1)
  ctx.jobs.onClockSetBack(() => fixTimes(ctx))
  ctx.jobs.handle(ctx, jobDefinitions)
  await Bun.sleep(1)
  const leave = followOtherProcesses(ctx)
  const relay = await startRelayOf(ctx)
  await listenForEvents(ctx, eventPort)
  if (probation) void probation.passed.then((isPassed) => isPassed && ctx.jobs.start())
  else ctx.jobs.start()
  return {
    ...address,
    async stop() {
      probation?.end()
      leave()
      relay?.stop()
      metrics?.stop()
      ctx.hub.stop()
      const drained = Promise.all([stop(), ctx.jobs.stop()])
      await Promise.race([drained, Bun.sleep(stopLimitMs)])
      ctx.mailer?.close()
      await stop(true)
      await ctx.processor?.stop()
      closeDb(ctx.db)
    },
  }
}

/** Loaded only by sites with edges: all others start without it. */
async function startRelayOf(ctx: Ctx) {
  if (!ctx.config.relay) return undefined
  const { startRelay } = await import('./platform/relay/start-relay.ts')
  return startRelay(ctx, ctx.config.relay)
}

async function metricsOf(ctx: Ctx, usage: () => Usage): Promise<Metrics | undefined> {
  const { metricsToken } = ctx.config
  if (metricsToken === undefined) return undefined
  const { createMetrics } = await import('./operate/measuring/create-metrics.ts')
  return createMetrics(ctx, metricsToken, usage)
}

async function listen(ctx: Ctx, metrics: Metrics | undefined, probation?: Probation): Promise<Listening> {
  const watches: RequestWatch[] = metrics ? [metrics] : []
  if (ctx.config.logLevel === 'debug') watches.push(createRequestLog(ctx.log))
  const notes = watches.length > 0 ? createRouteNotes() : undefined
  const app = createApp(ctx, notes?.routed)
  const open = openSite(ctx, app, { metrics, watches, notes, probation })
  try {
    return ctx.config.domain === undefined
      ? listenPlainly(ctx, open)
      : await listenAs(ctx, app, open, ctx.config.domain)
  } catch (error) {
    await ctx.processor?.stop()
    closeDb(ctx.db)
    throw error
  }
}

function listenPlainly(ctx: Ctx, open: OpenSite): Listening {
  const { host, port } = ctx.config
  const server = bindPort(port, 'PORT', () => open({ hostname: host, port, reusePort: false }))
  const eventPort = server.port ?? port
  ctx.site.bind(eventPort)
  return { url: `http://${openName(host)}:${eventPort}`, eventPort, stop: (isNow) => server.stop(isNow) }
}

async function listenAs(ctx: Ctx, app: Elysia, open: OpenSite, domain: string): Promise<Listening> {
  const { port, httpPort, stop } = await listenSecurely(ctx, open)
  ctx.site.bind(port)
  const url = new URL(`https://${domain}:${port}`).origin
  if (!ctx.processor?.test) return { url, httpPort, eventPort: port, stop }
  // The processor inside the program knows no name and trusts no test certificate.
  const hostname = isEverywhere(ctx.config.host) ? '127.0.0.1' : ctx.config.host
  const inside = Bun.serve({ hostname, port: 0, reusePort: false, fetch: app.fetch })
  const eventPort = inside.port ?? 0
  ctx.site.bind(eventPort)
  return {
    url,
    httpPort,
    eventPort,
    stop: async (isNow) => void (await Promise.all([stop(isNow), inside.stop(isNow)])),
  }
}

type Watching = {
  metrics: Metrics | undefined
  watches: readonly RequestWatch[]
  notes: RouteNotes | undefined
  probation: Probation | undefined
}

const openSite = (ctx: Ctx, app: Elysia, { metrics, watches, notes, probation }: Watching): OpenSite => {
  const plain = createAnswers(ctx, app)
  const seen = notes ? watchAnswers(plain, watches, notes) : plain
  const present = metrics ? { ...seen, routes: { ...seen.routes, '/metrics': { GET: metrics.answer } } } : seen
  const answers = probation ? answerOncePassed(present, probation) : present
  return (options) => {
    app.server = Bun.serve({ ...answers, ...options })
    return app.server
  }
}
