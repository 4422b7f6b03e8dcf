import { afterAll } from 'bun:test'
import { startServer, type TestServer } from './server.ts'

type Opened = { svc: TestServer }

/**
 * Returns what gives every test of a file the same server, opened when the first one asks: for tests that leave nothing which
 * another one would see, as starting a server takes longer than most of them. It ends with its file, so this is called at
 * its top.
 */
export function share<Stage extends Opened>(open: () => Promise<Stage>): () => Promise<Stage> {
  let opening: Promise<Stage> | undefined
  afterAll(async () => {
    await (await opening)?.svc[Symbol.asyncDispose]()
  })
  return () => {
    opening ??= open()
    return opening
  }
}

/** Shares a server with a stage, where nobody is limited. */
export const shareServer = <Stage extends object>(
  setUp: (svc: TestServer) => Stage | Promise<Stage>,
): (() => Promise<Stage & Opened>) =>
  share(async () => {
    const svc = await startServer({ limiter: { take: () => 0 } })
    return { ...(await setUp(svc)), svc }
  })
