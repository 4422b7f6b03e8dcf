import { afterAll } from 'bun:test'
import { type SmtpPeer, startSmtp } from './platform/smtp.ts'
import { type ServerOptions, startServer, type TestServer } from './server.ts'
import { world } from './world.ts'

type Opened = { svc: TestServer; smtp?: AsyncDisposable }

/**
 * Returns what gives every test of a file the same server, opened when the first one asks: for
 * tests that leave nothing which another one would see, as starting a server takes longer than most
 * of them. It ends with its file, so this is called at its top.
 */
export function share<Stage extends Opened>(open: () => Promise<Stage>): () => Promise<Stage> {
  let opening: Promise<Stage> | undefined
  afterAll(async () => {
    const opened = await opening
    // The modules of a file stay as long as its worker, and with them what they name.
    opening = undefined
    await opened?.svc[Symbol.asyncDispose]()
    await opened?.smtp?.[Symbol.asyncDispose]()
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

/**
 * Waits for the jobs of earlier tests, then renames their people, handles and cassets and takes the
 * owner's role from them, so that the next test can create its own.
 */
async function freeNames({ ctx }: TestServer): Promise<void> {
  await ctx.jobs.idle()
  ctx.db.$client.run(
    `UPDATE users SET email = 'was.' || id || '@example.com', role = 'member' WHERE email NOT LIKE 'was.%'`,
  )
  const former = `'was-' || substr(replace(id, '-', ''), -26)`
  ctx.db.$client.run(`UPDATE artists SET handle = ${former} WHERE handle NOT LIKE 'was-%'`)
  ctx.db.$client.run(`UPDATE cassets SET slug = ${former} WHERE slug NOT LIKE 'was-%'`)
}

/**
 * Shares one server among the tests of a file, with all names free for each of them: for tests that
 * look only at what their own people have. Rate limits are off; with `limited` they are on, and a
 * day passes between two tests.
 */
export function shareNames(options: ServerOptions = {}, limited?: 'limited'): () => Promise<TestServer> {
  const freely = limited ? {} : { limiter: { take: () => 0 } }
  const opened = share(async () => ({ svc: await startServer({ ...freely, ...options }) }))
  return async () => {
    const { svc } = await opened()
    if (limited) svc.tick(86_400_000)
    await freeNames(svc)
    return svc
  }
}

/** Shares a server that sends mail, with what receives it, in the same way. */
export function shareMail(): () => Promise<Opened & { smtp: SmtpPeer }> {
  const opened = share(async () => {
    const smtp = await startSmtp()
    return { smtp, svc: await startServer({ limiter: { take: () => 0 }, env: smtp.env }) }
  })
  return async () => {
    const { svc, smtp } = await opened()
    await freeNames(svc)
    smtp.clear()
    return { svc, smtp }
  }
}

/**
 * Shares a server that takes test payments in the same way, with a world of their own for each
 * test.
 */
export function shareShop({ env, ...options }: ServerOptions = {}) {
  const opened = shareNames({ env: { PAYMENTS: 'test', ...env }, ...options })
  return async () => {
    const svc = await opened()
    return { svc, ...(await world(svc)) }
  }
}
