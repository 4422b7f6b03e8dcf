import { describe, expect, test } from 'bun:test'
import { statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { Type as t } from '@sinclair/typebox'
import { issueToken } from '../../src/account/email/mailed-token.ts'
import { post } from '../../src/books/ledger/post.ts'
import { sweepUpload } from '../../src/casset/upload/resumable.ts'
import { cookieOf, logIn, signUp } from '../support/account/account.ts'
import { accountOf, buyers } from '../support/books/ledger-at.ts'
import { beginUpload } from '../support/casset/tus.ts'
import { handle } from '../support/platform/queue.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { shareNames } from '../support/shared.ts'
import { world } from '../support/world.ts'

const sharedServer = shareNames()

const day = 86_400_000
const minute = 60_000

/** Sets the clock, and lets the server notice. */
async function setClock(svc: TestServer, ms: number): Promise<void> {
  svc.setClock(ms)
  await svc.ctx.jobs.idle()
}

const sessionOf = async (svc: TestServer, cookie: string) =>
  (await svc.call('GET', '/api/auth/session', { cookie })).status

describe('Limits', () => {
  test.each([2 * day, -2 * day, 80 * day, -400 * day])(
    'do not shut when the clock is %d ms off for a while',
    async (ms) => {
      const svc = await sharedServer()
      const cookie = await signUp(svc, 'nova')
      const all = async () => [
        await sessionOf(svc, cookie),
        (await svc.call('GET', '/api/v1/artists/nobody')).status,
        (await svc.call('GET', '/api/handles/free-one/available')).status,
        (await logIn(svc, 'nova@example.org')).status,
        (await svc.call('POST', '/api/auth/logout')).status,
      ]
      const open = [200, 404, 200, 200, 204]
      await setClock(svc, ms)
      const meanwhile = await all()
      await setClock(svc, -ms)
      expect(meanwhile.slice(1)).toEqual(open.slice(1))
      expect(await all()).toEqual(open)
    },
  )

  test('are not emptied by setting the clock forward, and fill with the time that passes', async () => {
    await using svc = await startServer({ clock: 'stands' })
    const fail = () => logIn(svc, 'nobody@example.org', 'wrong password')
    for (let count = 0; count < 5; count += 1) expect((await fail()).status).toBe(401)
    expect((await fail()).status).toBe(429)
    await setClock(svc, 40 * day)
    expect((await fail()).status).toBe(429)
    await setClock(svc, -80 * day)
    const refused = await fail()
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '12'])
    svc.tick(12_000)
    expect((await fail()).status).toBe(401)
  })
})

describe('A session', () => {
  test('goes on after the clock was days or weeks ahead, and after it was behind', async () => {
    const svc = await sharedServer()
    const cookie = await signUp(svc, 'nova')
    for (const ms of [2 * day, 20 * day, 40 * day, -400 * day, -2 * day, -20 * day, 80 * day]) {
      await setClock(svc, ms)
      // Somebody signs in meanwhile, and what has ended is swept.
      await logIn(svc, 'nova@example.org')
      await setClock(svc, -ms)
      expect([ms, await sessionOf(svc, cookie)]).toEqual([ms, 200])
    }
  })

  test('that began or was used while the clock was ahead lasts as long as any other, and no longer', async () => {
    await using svc = await startServer()
    const before = await signUp(svc, 'nova')
    await setClock(svc, 10 * day)
    expect(await sessionOf(svc, before)).toBe(200)
    await setClock(svc, 70 * day)
    const ahead = cookieOf(await logIn(svc, 'nova@example.org'))
    await setClock(svc, -80 * day)
    expect([await sessionOf(svc, ahead), await sessionOf(svc, before)]).toEqual([200, 200])
    svc.tick(13 * day)
    expect([await sessionOf(svc, ahead), await sessionOf(svc, before)]).toEqual([200, 200])
    svc.tick(day)
    expect([await sessionOf(svc, ahead), await sessionOf(svc, before)]).toEqual([401, 200])
    svc.tick(16 * day)
    await svc.ctx.jobs.idle()
    expect([await sessionOf(svc, ahead), await sessionOf(svc, before)]).toEqual([401, 401])
    // The session does not begin when its own time comes, either.
    svc.tick(51 * day)
    expect([await sessionOf(svc, ahead), await sessionOf(svc, before)]).toEqual([401, 401])
  })

  test('of a time that has not come is fixed at the next start too', async () => {
    const svc = await sharedServer()
    const cookie = await signUp(svc, 'nova')
    const ahead = 400 * day
    svc.ctx.db.$client.run(
      `UPDATE sessions SET seen_at = seen_at + ${ahead}, created_at = created_at + ${ahead}, expires_at = expires_at + ${ahead}`,
    )
    await using again = await startServer({ dataDir: svc.dataDir })
    await again.ctx.jobs.idle()
    expect(await sessionOf(again, cookie)).toBe(200)
    again.tick(14 * day)
    expect(await sessionOf(again, cookie)).toBe(401)
  })
})

describe('A mailed link', () => {
  const verify = async (svc: TestServer, token: string) =>
    (await svc.call('POST', '/api/auth/email/verify', { body: { token } })).status
  const issue = (svc: TestServer) => {
    const { userId, email } = svc.ctx.db.$client
      .query<{ userId: string; email: string }, []>('SELECT id AS userId, email FROM users')
      .all()[0] ?? { userId: '', email: '' }
    return issueToken(svc.ctx, 'verify-email', { userId, email })
  }

  test('made while the clock was ahead ends when it is set back, and does not begin again when that time comes', async () => {
    const svc = await sharedServer()
    await signUp(svc, 'nova')
    await setClock(svc, 2 * day)
    const token = issue(svc)
    svc.setClock(-2 * day)
    // Whether or not it has been noticed.
    expect(await verify(svc, token)).toBe(400)
    await svc.ctx.jobs.idle()
    svc.tick(2 * day + minute)
    expect(await verify(svc, token)).toBe(400)
    expect(await verify(svc, issue(svc))).toBe(204)
  })

  test('works when time servers set the clock back by some seconds', async () => {
    const svc = await sharedServer()
    await signUp(svc, 'nova')
    const token = issue(svc)
    await setClock(svc, -30_000)
    expect(await verify(svc, token)).toBe(204)
  })

  test('that has ended does not begin again for a clock that was set back before it was made', async () => {
    const svc = await sharedServer()
    await signUp(svc, 'nova')
    const token = issue(svc)
    svc.tick(31 * minute)
    expect(await verify(svc, token)).toBe(400)
    svc.setClock(-2 * day)
    expect(await verify(svc, token)).toBe(400)
  })
})

test('an audio address made while the clock was ahead is refused when it is right again, and made anew', async () => {
  const svc = await sharedServer()
  const { dawn } = await world(svc)
  const hook = async () => {
    const { json } = await svc.call('GET', `/api/audio/${dawn.id}`)
    return String(Reflect.get(Object(json), 'url'))
  }
  await setClock(svc, 2 * day)
  const url = await hook()
  expect((await svc.call('GET', url)).status).toBe(200)
  await setClock(svc, -2 * day)
  expect((await svc.call('GET', url)).status).toBe(403)
  expect((await svc.call('GET', await hook())).status).toBe(200)
})

describe('A job', () => {
  test('waits as long as it was meant to, though the clock was ahead when that was decided', async () => {
    await using svc = await startServer({ clock: 'stands' })
    const tries: number[] = []
    const begun = svc.ctx.monotonicMs()
    handle(svc.ctx.jobs, 'restless', {
      payload: t.Object({}),
      concurrency: 1,
      maxAttempts: 5,
      backoff: { firstMs: 5_000, capMs: 5_000 },
      async run() {
        tries.push(Math.round(svc.ctx.monotonicMs() - begun))
        if (tries.length < 3) throw new Error('not yet')
      },
    })
    svc.ctx.jobs.add({ kind: 'restless', payload: t.Object({}) }, {}, { runAt: svc.ctx.now() + 1_000 })
    await setClock(svc, 2 * day)
    await svc.ctx.jobs.idle()
    await setClock(svc, -2 * day)
    expect(tries).toEqual([0])
    svc.tick(5_000)
    await svc.ctx.jobs.idle()
    await setClock(svc, -400 * day)
    svc.tick(5_000)
    await svc.ctx.jobs.idle()
    expect(tries).toEqual([0, 5_000, 10_000])
  })

  test('left by a process whose clock was ahead is done by the next one', async () => {
    const svc = await sharedServer()
    const at = svc.ctx.now() + 20 * day
    svc.ctx.db.$client.run(
      `INSERT INTO jobs (id, kind, payload, run_at, set_at, created_at) VALUES ('1', 'greet', '{}', ${at}, ${at}, ${at})`,
    )
    await using next = await startServer({ dataDir: svc.dataDir })
    let runs = 0
    const run = async () => {
      runs += 1
    }
    handle(next.ctx.jobs, 'greet', { payload: t.Object({}), concurrency: 1, maxAttempts: 1, run })
    await next.ctx.jobs.idle()
    expect(runs).toBe(1)
  })
})

test('an upload that was written to while the clock was ahead is kept for a day from now, not until that day', async () => {
  const svc = await sharedServer()
  const { nova } = await world(svc)
  const id = (await beginUpload(svc, nova, 1_000)).split('/').at(-1) ?? ''
  const path = join(svc.dataDir, 'uploads', id)
  const ahead = (svc.ctx.now() + 400 * day) / 1000
  utimesSync(path, ahead, ahead)
  await sweepUpload(svc.ctx, id)
  expect(statSync(path).mtimeMs).toBeLessThanOrEqual(svc.ctx.now())
  svc.tick(day + minute)
  await svc.ctx.jobs.idle()
  expect(statSync(path, { throwIfNoEntry: false })).toBeUndefined()
})

test('a sale after the clock was set back stands in the books of the day that it then was', async () => {
  const svc = await sharedServer()
  const { nova } = await world(svc)
  const sell = (uniqueKey: string) => {
    const entries = [[buyers, -700] as const, [accountOf(nova), 700] as const]
    svc.ctx.db.transaction(() => post(svc.ctx, { uniqueKey, kind: 'SALE', orderId: null, currency: 'usd', entries }))
  }
  sell('before')
  await setClock(svc, 20 * day)
  sell('ahead')
  await setClock(svc, -20 * day)
  sell('after')
  const today = new Date(svc.ctx.now()).toISOString().slice(0, 10)
  const address = `/api/studio/statistics.csv?from=${today}&to=${today}`
  const { status, text } = await svc.call('GET', address, { cookie: nova.cookie })
  expect([status, text.match(/"SALE"/g)?.length]).toEqual([200, 2])
})

test('daily work is done again the next day, also where the clock was set back by days', async () => {
  await using svc = await startServer()
  const queued = () =>
    svc.ctx.db.$client.query("SELECT count(*) FROM jobs WHERE kind = 'sweep-daily' AND state = 'READY'").values()
  await svc.ctx.jobs.idle()
  for (const ms of [0, -day, 0, day]) {
    await setClock(svc, ms)
    expect(queued()).toEqual([[1]])
  }
})
