import { expect, spyOn, test } from 'bun:test'
import { join } from 'node:path'
import { passwordsOf } from '../../src/account/password/password.ts'
import { sha256Hex } from '../../src/lib/hash/hmac.ts'
import { signUpBody } from '../support/account/account.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { makeCodes, redeem } from '../support/shop/code.ts'
import { type Person, world } from '../support/world.ts'

const token = 'a-token-of-ours'

/**
 * Another process that has written and is about to commit: a transaction that has read before that
 * can no longer write.
 */
async function writeBeside({ dataDir }: TestServer): Promise<Disposable> {
  const program = `
    import { Database } from 'bun:sqlite'
    const db = new Database(${JSON.stringify(join(dataDir, 'tapedeck.db'))})
    db.run('PRAGMA busy_timeout = 10000')
    db.run('BEGIN IMMEDIATE')
    db.run('UPDATE users SET created_at = created_at + 1')
    console.log('holding')
    await Bun.stdin.stream().getReader().read()
    await Bun.sleep(200)
    db.run('COMMIT')
    db.close()`
  const child = Bun.spawn([process.execPath, '-e', program], { stdin: 'pipe', stdout: 'pipe', stderr: 'inherit' })
  await child.stdout.getReader().read()
  child.stdin.write('\n')
  child.stdin.flush()
  return { [Symbol.dispose]: () => child.kill() }
}

/** A token of somebody, as an email would bring it. */
function mailed({ ctx }: TestServer, { userId, handle }: Person, purpose: string): void {
  const row = [sha256Hex(token), userId, purpose, `${handle}@example.com`, ctx.now(), ctx.now() + 1_800_000]
  const columns = 'token_hash, user_id, purpose, email, created_at, expires_at'
  ctx.db.$client.run(`INSERT INTO mailed_tokens (${columns}) VALUES (?, ?, ?, ?, ?, ?)`, row)
}

const post = async (svc: TestServer, path: string, body: object, cookie?: string) =>
  (await svc.call('POST', path, { body, cookie })).status

type Cast = Awaited<ReturnType<typeof world>>

/**
 * Verbs that read and then write: name, status, and a function that prepares one and returns its
 * request.
 */
const changes: [string, number, (svc: TestServer, cast: Cast) => Promise<() => Promise<number>>][] = [
  ['signing up', 201, async (svc) => () => post(svc, '/api/auth/signup', signUpBody('fresh'))],
  [
    'a new password',
    204,
    async (svc, { ada }) => {
      mailed(svc, ada, 'reset-password')
      return () => post(svc, '/api/auth/password/reset', { token, password: 'battery staple horse' })
    },
  ],
  [
    'a confirmed address',
    204,
    async (svc, { ada }) => {
      mailed(svc, ada, 'verify-email')
      return () => post(svc, '/api/auth/email/verify', { token })
    },
  ],
  [
    'taking the instance over',
    204,
    async (svc, { ada }) => {
      svc.ctx.db.$client.run('INSERT INTO setup_tokens (token_hash, created_at) VALUES (?, 0)', [sha256Hex(token)])
      return () => post(svc, '/api/auth/setup', { token }, ada.cookie)
    },
  ],
  [
    'redeeming a code',
    200,
    async (svc, { nova, ada }) => {
      const { first } = await makeCodes(svc, nova)
      return async () => (await redeem(svc, ada, first)).status
    },
  ],
]

test.each(changes)('%s waits for another process that is writing, and then goes on', async (_, status, prepare) => {
  await using svc = await startServer()
  const ask = await prepare(svc, await world(svc))
  // Hashing would take longer than the other process writes.
  using _hash = spyOn(passwordsOf(svc.ctx), 'hash').mockResolvedValue('no hash')
  using _writer = await writeBeside(svc)
  expect(await ask()).toBe(status)
})
