import { closeDb } from '../db/open.ts'
import { createApp } from './app.ts'
import type { Ctx } from './context.ts'
import { handleJobs } from './work.ts'

const stopLimitMs = 9_000

/** A running service. */
export type Running = {
  /** Origin it listens on, with the bound port. */
  readonly url: string
  /** Lets running answers finish, ends jobs and streams, writes the log back into the database. At most 10 s. */
  stop(): Promise<void>
}

/** Starts listening and working. Throws when the port is taken. */
export function serve(ctx: Ctx): Running {
  ctx.blobs.sweepScratch()
  handleJobs(ctx)
  const app = createApp(ctx)
  app.listen({ hostname: ctx.config.host, port: ctx.config.port, reusePort: false })
  const server = app.server
  if (!server?.port) throw new Error('The port could not be bound.')
  ctx.site.bind(server.port)
  ctx.jobs.start()
  const host = ctx.config.host.includes(':') ? `[${ctx.config.host}]` : ctx.config.host
  return {
    url: `http://${host}:${server.port}`,
    async stop() {
      const drained = Promise.all([server.stop(), ctx.jobs.stop()])
      await Promise.race([drained, Bun.sleep(stopLimitMs)])
      await server.stop(true)
      closeDb(ctx.db)
    },
  }
}
