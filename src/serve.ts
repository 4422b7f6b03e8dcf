import { closeDb } from '../db/open.ts'
import { followOtherProcesses } from './account/session/end-lost-streams.ts'
import { fixTimes } from './account/sign-in/fix-times.ts'
import { createAnswers, createApp } from './app.ts'
import { noticeRestore } from './books/receipt/receipt-head.ts'
import { makeUploadFolder } from './casset/upload/resumable.ts'
import type { Ctx } from './context.ts'
import type { Metrics } from './operate/measuring/create-metrics.ts'
import { listenSecurely, type OpenSite } from './platform/certificate/listen-securely.ts'
import { createRequestLog } from './platform/http/request/request-log.ts'
import { createRouteNotes, type RequestWatch, watchAnswers } from './platform/http/request/request-watch.ts'
import { bindPort, findFreePort } from './platform/http/site/bind-port.ts'
import { answerOncePassed, type Probation } from './platform/http/site/probation.ts'
import { isEverywhere, openName } from './platform/http/site/site.ts'
import { isCopy } from './platform/instance.ts'
import { listenForEvents } from './platform/payment/event/listen-for-events.ts'
import { type Usage, unknownUsage } from './platform/usage.ts'
import { jobDefinitions } from './rooms.ts'

const stopLimitMs = 9_000

export type Running = {
  /** The origin it listens on, with the bound port. */
  readonly url: string
  /** The unencrypted port, where the site has its own certificate (rule: plain-port). */
  readonly httpPort?: number
  /** Ends answers, jobs and streams, and checkpoints the database, in 10 s at most. */
  stop(): Promise<void>
}

/** A running service that can take up other settings. */
export type Changeable = Running & {
  /**
   * Serves with a changed context of the same database, from the next request on. Nothing is
   * closed: requests, streams and jobs that are under way go on with the one they began with.
   */
  change(ctx: Ctx): Promise<void>
}

/**
 * The address of the listener, and the ports under which the site answers by loopback names.
 * `eventPort`: where the processor inside the program reaches it, on this machine.
 */
type Listening = Pick<Running, 'url' | 'httpPort'> & {
  eventPort: number
  ports: readonly number[]
  stop(isNow?: boolean): Promise<void>
}

/** `appOf` composes the app of a context; by default it is made for that context alone. */
type Serving = { usage?: (() => Usage) | undefined; probation?: Probation | undefined; appOf?: AppOf }

/**
 * Starts listening and running jobs; on probation it does neither for anybody before that has
 * passed. Throws PortError; then the database is closed again.
 */
export async function serve(
  ctx: Ctx,
  { usage = unknownUsage, probation, appOf = createApp }: Serving = {},
): Promise<Changeable> {
  let now = ctx
  const measure = () => metricsOf(() => now, usage)
  let metrics = await measure()
  makeUploadFolder(ctx)
  const site = await createSiteAnswers(ctx, { metrics, probation, appOf })
  const { eventPort, ports, stop, ...address } = await listen(ctx, site, probation !== undefined)
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
  let relay = await startRelayOf(ctx)
  await listenForEvents(ctx, eventPort)
  const start = () => {
    if (!isCopy(ctx.db, ctx.config.dataDir)) return ctx.jobs.start()
    ctx.log.warn('this is a copy of the site: it sends, pays and backs up nothing')
  }
  let isEnding = false
  if (probation) void probation.passed.then((isPassed) => isPassed && start())
  else start()
  return {
    ...address,
    async change(next) {
      if (isEnding) return
      for (const port of ports) next.site.bind(port)
      now = next
      metrics ??= await measure()
      await site.change(next, metrics)
      next.jobs.handle(next, jobDefinitions)
      relay ??= await startRelayOf(next)
      await listenForEvents(next, eventPort)
      start()
    },
    async stop() {
      isEnding = true
      probation?.end()
      leave()
      relay?.stop()
      metrics?.stop()
      ctx.hub.stop()
      const drained = Promise.all([stop(), ctx.jobs.stop()])
      await Promise.race([drained, Bun.sleep(stopLimitMs)])
      now.mailer?.close()
      await stop(true)
      await now.processor?.stop()
      closeDb(ctx.db)
    },
  }
}

/** Loaded only by sites with edges: all others start without it. */
async function startRelayOf(ctx: Ctx) {
  if (!ctx.config.relay) return undefined
  const { startRelay } = await import('./platform/edge/relay/start-relay.ts')
  return startRelay(ctx, ctx.config.relay)
}

async function metricsOf(present: () => Ctx, usage: () => Usage): Promise<Metrics | undefined> {
  if (present().config.metricsToken === undefined) return undefined
  const { createMetrics } = await import('./operate/measuring/create-metrics.ts')
  return createMetrics(present, usage)
}

async function listen(ctx: Ctx, site: SiteAnswers, isShared: boolean): Promise<Listening> {
  try {
    return ctx.config.domain === undefined
      ? await listenPlainly(ctx, site, isShared)
      : await listenAs(ctx, site, ctx.config.domain)
  } catch (error) {
    await ctx.processor?.stop()
    closeDb(ctx.db)
    throw error
  }
}

/** `isShared`: an upgrade keeps visitors waiting at the port, which it then leaves. */
async function listenPlainly(ctx: Ctx, { open }: SiteAnswers, isShared: boolean): Promise<Listening> {
  const { host, port } = ctx.config
  // One that the system chooses is nobody's.
  if (port !== 0 && !isShared) await findFreePort(host, port, 'PORT')
  const server = bindPort(port, 'PORT', () => open({ hostname: host, port, reusePort: true }))
  const eventPort = server.port ?? port
  ctx.site.bind(eventPort)
  const url = `http://${openName(host)}:${eventPort}`
  return { url, eventPort, ports: [eventPort], stop: (isNow) => server.stop(isNow) }
}

async function listenAs(ctx: Ctx, { open, answer }: SiteAnswers, domain: string): Promise<Listening> {
  const { port, httpPort, stop } = await listenSecurely(ctx, open)
  ctx.site.bind(port)
  const url = new URL(`https://${domain}:${port}`).origin
  if (!ctx.processor?.test) return { url, httpPort, eventPort: port, ports: [port], stop }
  // The processor inside the program knows no name and trusts no test certificate.
  const hostname = isEverywhere(ctx.config.host) ? '127.0.0.1' : ctx.config.host
  const inside = Bun.serve({ hostname, port: 0, reusePort: false, fetch: answer })
  const eventPort = inside.port ?? 0
  ctx.site.bind(eventPort)
  return {
    url,
    httpPort,
    eventPort,
    ports: [port, eventPort],
    stop: async (isNow) => void (await Promise.all([stop(isNow), inside.stop(isNow)])),
  }
}

/**
 * The answers of a site at its listeners; those of another context from `change` on. `answer`: one
 * of them, without its listener.
 */
type SiteAnswers = {
  open: OpenSite
  answer(request: Request): Response | Promise<Response>
  change(ctx: Ctx, metrics: Metrics | undefined): Promise<void>
}

type AppOf = typeof createApp
type Watching = { metrics: Metrics | undefined; probation: Probation | undefined; appOf: AppOf }

async function createSiteAnswers(ctx: Ctx, { metrics, probation, appOf }: Watching): Promise<SiteAnswers> {
  let { app, answers } = await answersOf(ctx, metrics, appOf)
  if (probation) answers = answerOncePassed(answers, probation)
  return {
    open(options) {
      app.server = Bun.serve({ ...answers, ...options })
      return app.server
    },
    answer: (request) => app.fetch(request),
    async change(next, watch) {
      const { server } = app
      ;({ app, answers } = await answersOf(next, watch, appOf))
      app.server = server
      server?.reload(answers)
    },
  }
}

async function answersOf(ctx: Ctx, metrics: Metrics | undefined, appOf: AppOf) {
  const watches: RequestWatch[] = metrics ? [metrics] : []
  if (ctx.config.logLevel === 'debug') watches.push(createRequestLog(ctx.log))
  const notes = watches.length > 0 ? createRouteNotes() : undefined
  const app = await appOf(ctx, notes?.routed)
  const plain = createAnswers(ctx, app)
  const seen = notes ? watchAnswers(plain, watches, notes) : plain
  const isMeasured = metrics && ctx.config.metricsToken !== undefined
  const answers = isMeasured ? { ...seen, routes: { ...seen.routes, '/metrics': { GET: metrics.answer } } } : seen
  return { app, answers }
}
