import { readEdgeConfig } from '../../../src/platform/edge/config.ts'
import { serveEdge } from '../../../src/platform/edge/serve-edge.ts'
import { unknownUsage } from '../../../src/platform/usage.ts'
import { type ServerOptions, startServer, type TestServer } from '../server.ts'
import { freePort, startRedis, type TestRedis } from './redis.ts'

export const edgeSecret = 'a secret that the edges of the tests share'

/** An edge looks so often whether its certificate was renewed: each minute, in tests at once. */
const lookEveryMs = 100

/** An edge inside the test's process. Ends with its scope. */
export type TestEdge = AsyncDisposable & { readonly url: string; readonly logged: readonly string[] }

export function startEdge(env: Record<string, string>): TestEdge {
  const logged: string[] = []
  const running = serveEdge(
    readEdgeConfig({ HOST: '127.0.0.1', EDGE_SECRET: edgeSecret, ...env }),
    unknownUsage,
    (line) => logged.push(line),
    lookEveryMs,
  )
  return { url: running.url, logged, [Symbol.asyncDispose]: () => running.stop() }
}

/** A primary with its Redis and edges, which end together. */
export type Grown = AsyncDisposable & { svc: TestServer; redis: TestRedis; edges: readonly TestEdge[] }

type GrowOptions = { edges?: number; password?: string; primary?: ServerOptions; redis?: TestRedis }

/** Starts a primary with edges, which share a port as those of one machine do. */
export async function grow({ edges = 1, password, primary, redis: given }: GrowOptions = {}): Promise<Grown> {
  await using started = new AsyncDisposableStack()
  const redis = given ?? started.use(await startRedis(password === undefined ? {} : { password }))
  const [port, edgePort] = [freePort(), freePort()]
  const env = { REDIS_URL: redis.url, ROOMS_URL: `http://127.0.0.1:${edgePort}`, EDGE_SECRET: edgeSecret }
  const options = { ...primary, env: { PORT: `${port}`, ...env, ...primary?.env } }
  const svc = started.use(await startServer(options))
  const all = Array.from({ length: edges }, () =>
    started.use(startEdge({ PORT: `${edgePort}`, PRIMARY_URL: svc.url, REDIS_URL: redis.url })),
  )
  const owned = started.move()
  return { svc, redis, edges: all, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}
