import { closeDb } from '../../../db/open.ts'
import type { Config } from '../../config.ts'
import type { Ctx } from '../../context.ts'
import { createCtx } from '../../create-context.ts'
import { loadAssets } from '../../platform/client/assets.ts'
import { clientDir } from '../../platform/client/client-dir.ts'
import type { Machine } from './start-serving.ts'

/** A site that is served on this machine alone, on a port that the system chooses. */
type Trial = { port?: number | undefined; stop(isNow: boolean): Promise<void> }

const host = '127.0.0.1'
const pages = ['/healthz', '/', '/api/cassets/recent', '/guide']

/**
 * The new program's part of an upgrade, `tapedeck __try`: opens a copy of the site, which brings
 * its database up to date, and asks itself for pages, on this machine alone. No job runs, so
 * nothing is sent, paid or deleted. Returns the exit code. Every later version has to know this
 * command: the version before it calls it.
 */
export async function tryProgram(
  given: Config,
  machine: Machine,
  open: (ctx: Ctx) => Promise<Trial>,
  print: (line: string) => void,
): Promise<number> {
  const config = { ...given, host, port: 0, domain: undefined, logLevel: 'warn' } as const
  const ctx = createCtx(config, { ...machine, assets: loadAssets(await clientDir()) })
  const server = await open(ctx)
  try {
    ctx.site.bind(server.port ?? 0)
    for (const path of pages) {
      const { status } = await fetch(`http://${host}:${server.port}${path}`)
      if (status === 200) continue
      print(`${path} answered ${status}`)
      return 1
    }
    return 0
  } finally {
    await server.stop(true)
    await ctx.processor?.stop()
    closeDb(ctx.db)
  }
}
