import { afterAll } from 'bun:test'
import { type ServerOptions, startServer, type TestServer } from './server.ts'
import { world } from './world.ts'

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

/** Gives everybody another name and address, and nobody the instance, so that a test may cast a nova of its own where others had theirs. */
function freeNames({ ctx }: TestServer): void {
  ctx.db.$client.run(
    `UPDATE users SET email = 'was.' || id || '@example.com', role = 'member' WHERE email NOT LIKE 'was.%'`,
  )
  ctx.db.$client.run(`UPDATE artists SET handle = 'was-' || id WHERE handle NOT LIKE 'was-%'`)
  ctx.db.$client.run(`UPDATE cassets SET slug = 'was-' || id WHERE slug NOT LIKE 'was-%'`)
}

/**
 * Returns what gives every test of a file the same server, on which all names are free: for tests that look at nothing but
 * their own people's. What the tests before began is done. Nobody is limited, unless it is `limited`: then a day has passed.
 */
export function shareNames(options: ServerOptions = {}, limited?: 'limited'): () => Promise<TestServer> {
  const freely = limited ? {} : { limiter: { take: () => 0 } }
  const opened = share(async () => ({ svc: await startServer({ ...freely, ...options }) }))
  return async () => {
    const { svc } = await opened()
    if (limited) svc.tick(86_400_000)
    await svc.ctx.jobs.idle()
    freeNames(svc)
    return svc
  }
}

/** Shares a server that takes test payments in the same way, with a world of their own for each test. */
export function shareShop({ env, ...options }: ServerOptions = {}) {
  const opened = shareNames({ env: { PAYMENTS: 'test', ...env }, ...options })
  return async () => {
    const svc = await opened()
    return { svc, ...(await world(svc)) }
  }
}
