import { closeDb } from '../db/open.ts'
import { mendTimes } from './account/mend-times.ts'
import { type App, createApp } from './app.ts'
import type { Ctx } from './context.ts'
import { openName } from './http/site.ts'
import { listenForEvents } from './payment/listen-for-events.ts'
import { jobDefinitions } from './work.ts'

const stopLimitMs = 9_000

/** A running service. */
export type Running = {
  /** The origin it listens on, with the bound port. */
  readonly url: string
  /** Finishes running answers, ends jobs and streams, and checkpoints the database. At most 10 s. */
  stop(): Promise<void>
}

/** The port is in use. */
export class PortTakenError extends Error {
  override readonly name = 'PortTakenError'

  constructor(port: number) {
    super(`Port ${port} is in use. Stop what listens there, or set PORT to another one.`)
  }
}

/** Starts listening and running jobs. Throws PortTakenError; then the database is closed again. */
export async function serve(ctx: Ctx): Promise<Running> {
  const app = createApp(ctx)
  const { server, port } = await listen(ctx, app)
  ctx.blobs.sweepScratch()
  ctx.jobs.onClockSetBack(() => mendTimes(ctx))
  ctx.jobs.handle(ctx, jobDefinitions)
  await listenForEvents(ctx, port)
  ctx.jobs.start()
  return {
    url: `http://${openName(ctx.config.host)}:${port}`,
    async stop() {
      ctx.hub.stop()
      const drained = Promise.all([server.stop(), ctx.jobs.stop()])
      await Promise.race([drained, Bun.sleep(stopLimitMs)])
      await server.stop(true)
      await ctx.processor?.stop()
      closeDb(ctx.db)
    },
  }
}

async function listen(ctx: Ctx, app: App): Promise<{ server: Bun.Server<unknown>; port: number }> {
  const { host, port } = ctx.config
  try {
    app.listen({ hostname: host, port, reusePort: false })
  } catch (error) {
    await ctx.processor?.stop()
    closeDb(ctx.db)
    throw error instanceof Error && 'code' in error && error.code === 'EADDRINUSE' ? new PortTakenError(port) : error
  }
  const bound = app.server?.port
  if (!app.server || bound === undefined) throw new Error('The port could not be bound.')
  ctx.site.bind(bound)
  return { server: app.server, port: bound }
}
