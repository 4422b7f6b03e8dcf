import { backUp, restore } from '../operate/restore.ts'
import { temporaryFolder } from '../process.ts'
import { putMigrated, type ServerOptions, startServer, type TestServer } from '../server.ts'

type Copied = {
  svc: TestServer
  copy: () => Promise<void>
  /** The calls of its routes, each with its method. */
  calls: ReadonlySet<string>
}

/**
 * A server that `copy` replaces by one with a restored copy of its database: whoever holds it asks
 * the new one from then on.
 */
export async function startCopied(options: ServerOptions): Promise<Copied> {
  const folder = temporaryFolder()
  putMigrated(folder.path)
  let running = await startServer({ ...options, dataDir: folder.path })
  let aheadMs = 0
  const calls = new Set<string>()
  const svc: TestServer = {
    get url() {
      return running.url
    },
    get httpPort() {
      return running.httpPort
    },
    get ctx() {
      return running.ctx
    },
    get logged() {
      return running.logged
    },
    dataDir: folder.path,
    tick(ms) {
      aheadMs += ms
      running.tick(ms)
    },
    setClock(ms) {
      aheadMs += ms
      running.setClock(ms)
    },
    fetch: (path, init) => running.fetch(path, init),
    call(method, path, asked) {
      calls.add(`${method} ${path}`)
      return running.call(method, path, asked)
    },
    async [Symbol.asyncDispose]() {
      await running[Symbol.asyncDispose]()
      folder[Symbol.dispose]()
    },
  }
  const copy = async () => {
    await svc.ctx.jobs.idle()
    running = await restore(running, backUp(running), { ...options, aheadMs })
  }
  return { svc, copy, calls }
}
