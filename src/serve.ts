import { closeDb } from '../db/open.ts'
import { followOtherProcesses } from './account/end-lost-streams.ts'
import { mendTimes } from './account/mend-times.ts'
import { type App, createAnswers, createApp } from './app.ts'
import type { Ctx } from './context.ts'
import { noticeRestore } from './money/receipt/receipt-head.ts'
import { listenSecurely, type OpenSite } from './platform/certificate/listen-securely.ts'
import { bindPort } from './platform/http/bind-port.ts'
import { isEverywhere, openName } from './platform/http/site.ts'
import { listenForEvents } from './platform/payment/listen-for-events.ts'
import { jobDefinitions } from './work.ts'

const stopLimitMs = 9_000

/** A running service. */
export type Running = {
  /** The origin it listens on, with the bound port. */
  readonly url: string
  /** The port that is not encrypted, where the site has its own certificate (rule 1.10). */
  readonly httpPort?: number
  /** Finishes running answers, ends jobs and streams, and checkpoints the database. At most 10 s. */
  stop(): Promise<void>
}

/** What is listened on. `eventPort`: where the processor inside the program reaches it, on this machine. */
type Listening = Omit<Running, 'stop'> & { eventPort: number; stop(isNow?: boolean): Promise<void> }

/** Starts listening and running jobs. Throws PortError; then the database is closed again. */
export async function serve(ctx: Ctx): Promise<Running> {
  const { eventPort, stop, ...address } = await listen(ctx)
  ctx.blobs.sweepScratch()
  // Who asks already is answered first: what jobs do at the start takes a hundredth of a second.
  await Bun.sleep(1)
  noticeRestore(ctx)
  ctx.jobs.onClockSetBack(() => mendTimes(ctx))
  ctx.jobs.handle(ctx, jobDefinitions)
  const leave = followOtherProcesses(ctx)
  const relay = await startRelayOf(ctx)
  await listenForEvents(ctx, eventPort)
  ctx.jobs.start()
  return {
    ...address,
    async stop() {
      leave()
      relay?.stop()
      ctx.hub.stop()
      const drained = Promise.all([stop(), ctx.jobs.stop()])
      await Promise.race([drained, Bun.sleep(stopLimitMs)])
      await stop(true)
      await ctx.processor?.stop()
      closeDb(ctx.db)
    },
  }
}

/** Loaded by those alone who have edges: everybody else starts without. */
async function startRelayOf(ctx: Ctx) {
  if (!ctx.config.relay) return undefined
  const { startRelay } = await import('./platform/relay/start-relay.ts')
  return startRelay(ctx, ctx.config.relay)
}

async function listen(ctx: Ctx): Promise<Listening> {
  const app = createApp(ctx)
  try {
    return ctx.config.domain === undefined ? listenPlainly(ctx, app) : await listenAs(ctx, app, ctx.config.domain)
  } catch (error) {
    await ctx.processor?.stop()
    closeDb(ctx.db)
    throw error
  }
}

function listenPlainly(ctx: Ctx, app: App): Listening {
  const { host, port } = ctx.config
  const open = openSite(ctx, app)
  const server = bindPort(port, 'PORT', () => open({ hostname: host, port, reusePort: false }))
  const eventPort = server.port ?? port
  ctx.site.bind(eventPort)
  return { url: `http://${openName(host)}:${eventPort}`, eventPort, stop: (isNow) => server.stop(isNow) }
}

async function listenAs(ctx: Ctx, app: App, domain: string): Promise<Listening> {
  const { port, httpPort, stop } = await listenSecurely(ctx, openSite(ctx, app))
  ctx.site.bind(port)
  const url = new URL(`https://${domain}:${port}`).origin
  if (!ctx.processor?.test) return { url, httpPort, eventPort: port, stop }
  // The processor inside the program knows no name and trusts no certificate of tests.
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

const openSite = (ctx: Ctx, app: App): OpenSite => {
  const answers = createAnswers(ctx, app)
  return (options) => {
    app.server = Bun.serve({ ...answers, ...options })
    return app.server
  }
}
