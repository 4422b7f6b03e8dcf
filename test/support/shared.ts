import { afterAll } from 'bun:test'
import { type ServerOptions, startServer, type TestServer } from './server.ts'

/**
 * Returns what gives every test of a file the same server with the same stage, set when the first one asks: for tests that
 * leave nothing which another one would see, as starting a server takes longer than most of them. Nobody is limited there.
 * It ends with its file, so it is made at its top.
 */
export function shareServer<Stage extends object>(
  setUp: (svc: TestServer) => Stage | Promise<Stage>,
  options: ServerOptions = {},
): () => Promise<Stage & { svc: TestServer }> {
  let starting: Promise<Stage & { svc: TestServer }> | undefined
  const start = async () => {
    const svc = await startServer({ limiter: { take: () => 0 }, ...options })
    return { ...(await setUp(svc)), svc }
  }
  afterAll(async () => {
    await (await starting)?.svc[Symbol.asyncDispose]()
  })
  return () => {
    starting ??= start()
    return starting
  }
}
