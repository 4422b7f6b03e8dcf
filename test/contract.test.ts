import { afterEach, expect, test } from 'bun:test'
import { createApp } from '../src/app.ts'
import type { Limiter } from '../src/platform/http/limiter.ts'
import { table } from './support/contract/all.ts'
import { ask, type Case, type Stage, stageOf, standings } from './support/contract.ts'
import {
  bucketOf,
  isOpenElsewhere,
  listedRoutes,
  needsSession,
  otherProofs,
  signedOnly,
} from './support/contract-rules.ts'
import { misfitAt } from './support/machine/documented.ts'
import { startServer, type TestServer } from './support/server.ts'
import { share } from './support/shared.ts'

const signOut = '/api/auth/logout'

// All calls share one stage: refused ones leave it as it was, and those that write come last.
let take: Limiter['take'] = () => 0
const shared = share(async () => {
  const svc = await startServer({ limiter: { take: (...asked) => take(...asked) }, env: { MAX_UPLOAD_MB: '1' } })
  return { svc, stage: await stageOf(svc) }
})

afterEach(() => {
  take = () => 0
})

/** Status and body; HEAD has none to read. */
async function told(row: Case, response: Response): Promise<[string, number, unknown]> {
  const text = await response.text()
  return [row.route, response.status, row.method === 'HEAD' ? null : JSON.parse(text === '' ? 'null' : text)]
}

const refusal = (row: Case, status: number, body: Record<string, unknown>): [string, number, unknown] => [
  row.route,
  status,
  row.method === 'HEAD' ? null : body,
]

test('the table names every API route of the program, and no other', async () => {
  const { svc } = await shared()
  const routes: string[] = (await createApp(svc.ctx)).routes.map(({ method, path }) => `${method} ${path}`)
  // The routes of the sandbox answer in v1's envelope: test/machine/sandbox.test.ts walks it.
  const api = routes.filter((route) => route.includes(' /api') && !route.includes(' /api/sandbox/'))
  expect(table.map(({ route }): string => route).toSorted()).toEqual(api.toSorted())
  expect(new Set(table.map(({ route }) => route)).size).toBe(table.length)
  expect(listedRoutes.filter((route) => !api.includes(route))).toEqual([])
})

async function answersAsTheContractHasIt(svc: TestServer, row: Case, stage: Stage) {
  const headers = { 'x-request-id': 'walk.1', origin: svc.url }
  const response = await ask(svc, row, stage, { cookie: stage.nova.cookie, headers })
  const { route, status, cache } = row
  expect([route, response.status, response.headers.get('cache-control')]).toEqual([route, status, cache])
  expect(response.headers.get('x-request-id')).toBe('walk.1')
  expect(response.headers.get('x-content-type-options')).toBe('nosniff')
  const open = response.headers.get('access-control-allow-origin')
  expect([route, open]).toEqual([route, isOpenElsewhere(route) ? '*' : null])
  const misfit = await misfitAt(svc.ctx, row.method, svc.url + row.at(stage), response)
  expect([route, misfit]).toEqual([route, undefined])
}

test('every read answers as the contract has it', async () => {
  const { svc, stage } = await shared()
  for (const row of table.filter((each) => !each.isWrite)) {
    await answersAsTheContractHasIt(svc, row, stage)
  }
})

test('without a session, session and owner routes are 401 and the others are not', async () => {
  const { svc, stage } = await shared()
  for (const row of table) {
    for (const cookie of [undefined, 'svc_session=forged.abc', stage.nova.cookie.slice(0, -2)]) {
      const response = await ask(svc, row, stage, {
        cookie,
        extra: { surprise: 1 },
        path: row.malformed?.at ?? row.at(stage),
      })
      if (!needsSession(row.route)) expect([row.route, response.status === 401]).toEqual([row.route, signedOnly(row)])
      else {
        const unauthenticated = refusal(row, 401, {
          error: 'You are not signed in. Sign in, then try again.',
          code: 'UNAUTHENTICATED',
        })
        expect(await told(row, response)).toEqual(unauthenticated)
        expect(response.headers.get('cache-control')).toBe('no-store')
      }
    }
  }
})

test('an id that is none is refused as the contract has it, and one of nothing is 404', async () => {
  const { svc, stage } = await shared()
  const withIds = table.filter(({ path }) => path.includes(':'))
  expect(withIds.filter(({ malformed }) => malformed === undefined)).toEqual([])
  for (const row of table) {
    if (row.malformed === undefined) continue
    const response = await ask(svc, row, stage, { path: row.malformed.at, cookie: stage.nova.cookie })
    const code = { 401: 'UNAUTHENTICATED', 403: 'FORBIDDEN', 404: 'NOT_FOUND' }[row.malformed.status] ?? 'VALIDATION'
    expect(await told(row, response)).toEqual([
      row.route,
      row.malformed.status,
      row.method === 'HEAD' ? null : expect.objectContaining({ error: expect.any(String), code }),
    ])
  }
  for (const row of table.filter(({ foreign, absent }) => foreign !== undefined || absent !== undefined)) {
    const response = await ask(svc, row, stage, { path: row.absent?.(stage) ?? '/', cookie: stage.nova.cookie })
    expect([row.route, response.status]).toEqual([row.route, 404])
  }
})

test.each(standings.map((standing) => [standing.who, standing] as const))(
  "what is another's is 403 on owner routes to %s",
  async (who, { begin, end, refuses }) => {
    const { svc, stage } = await shared()
    const asAda = async (row: Case, path?: string) =>
      told(row, await ask(svc, row, stage, { ...(path ? { path } : {}), cookie: stage.ada.cookie }))
    svc.ctx.db.$client.run(begin(stage))
    const isOwner = who === 'the owner of the instance'
    for (const row of table.filter(({ foreign, isForInstanceOwner }) => foreign && !(isOwner && isForInstanceOwner))) {
      const error = row.foreignError ?? 'This casset belongs to somebody else.'
      expect(await asAda(row, row.foreign?.(stage) ?? '/')).toEqual(refusal(row, 403, { error, code: 'FORBIDDEN' }))
    }
    for (const row of table.filter((each) => refuses.includes(each.route)))
      expect(await asAda(row)).toEqual(refusal(row, 403, { error: expect.any(String), code: 'FORBIDDEN' }))
    svc.ctx.db.$client.run(end(stage))
  },
)

test('a key that a body does not have is refused by name, on every route that takes one', async () => {
  const { svc, stage } = await shared()
  const withBody = table.filter((row) => row.body !== undefined && !signedOnly(row))
  expect(withBody.length).toBeGreaterThan(10)
  const [owner] = standings.filter(({ who }) => who === 'the owner of the instance')
  svc.ctx.db.$client.run(owner?.begin(stage) ?? '')
  for (const row of withBody) {
    const { cookie } = row.status === 403 ? stage.ada : stage.nova
    const response = await ask(svc, row, stage, { cookie, extra: { surprise: 1 } })
    const error = 'Unknown field "surprise".'
    expect(await told(row, response)).toEqual([row.route, 400, { error, code: 'VALIDATION', field: 'surprise' }])
  }
  svc.ctx.db.$client.run(owner?.end(stage) ?? '')
})

test('a body of another type is 415, and one that is too large 413, before the limiter is asked', async () => {
  const { svc, stage } = await shared()
  take = () => 1
  const takes = table.filter(({ body, send }) => body !== undefined || send !== undefined)
  for (const row of takes.filter(({ isWrite, method }) => isWrite && method !== 'DELETE')) {
    const path = row.at(stage)
    const wrong = await svc.fetch(path, { method: row.method, headers: { 'content-type': 'text/plain' }, body: '{}' })
    expect([row.route, wrong.status, await wrong.json()]).toEqual([
      row.route,
      415,
      { error: expect.stringMatching(/takes (application|multipart)/), code: 'UNSUPPORTED_MEDIA_TYPE' },
    ])
    // A program is much larger than music: test/operate/upgrade/upgrade-desk.long.test.ts.
    if (row.route === 'POST /api/desk/upgrade') continue
    const large = new Uint8Array(row.send === undefined ? 65_537 : 2_000_001)
    const type = { 'content-type': (await row.send?.())?.type ?? 'application/json' }
    const tooLarge = await svc.fetch(path, { method: row.method, headers: type, body: large })
    expect([row.route, tooLarge.status, await tooLarge.json()]).toEqual([
      row.route,
      413,
      { error: expect.stringContaining('larger than'), code: 'PAYLOAD_TOO_LARGE' },
    ])
  }
})

test('429 comes before 401, 400 and 404, with Retry-After, on every route that is counted', async () => {
  const { svc, stage } = await shared()
  take = () => 7
  for (const row of table) {
    const path = row.malformed?.at ?? row.at(stage)
    const response = await ask(svc, row, stage, { path, extra: { surprise: 1 } })
    if (bucketOf(row) === null) {
      expect([row.route, response.status === 429]).toEqual([row.route, false])
      continue
    }
    const limited = refusal(row, 429, { error: 'Too many requests. Try again in 7 s.', code: 'RATE_LIMIT' })
    expect(await told(row, response)).toEqual(limited)
    expect([response.headers.get('retry-after'), response.headers.get('cache-control')]).toEqual(['7', 'no-store'])
  }
})

test('a limiter that breaks down is 503 with Retry-After', async () => {
  const { svc, stage } = await shared()
  take = () => {
    throw new Error('out of order')
  }
  for (const row of table.filter((each) => bucketOf(each) !== null)) {
    const response = await ask(svc, row, stage)
    const error = 'The service cannot take requests right now.'
    expect(await told(row, response)).toEqual(refusal(row, 503, { error, code: 'UNAVAILABLE' }))
    expect(response.headers.get('retry-after')).toBe('5')
  }
})

test('every route takes from the bucket that the contract names, of the user or of the address', async () => {
  const taken: [key: string, rate: object][] = []
  await using svc = await startServer({
    limiter: {
      take: (key, rate) => {
        taken.push([key, rate])
        return 0
      },
    },
  })
  const stage = await stageOf(svc)
  // Signing out comes last: nobody is anybody's user after it.
  const rows = table.toSorted((a, b) => Number(a.path === signOut) - Number(b.path === signOut))
  for (const row of rows) {
    taken.length = 0
    await ask(svc, row, stage, {
      cookie: stage.nova.cookie,
      path: row.malformed?.at ?? row.at(stage),
      extra: { surprise: 1 },
    })
    const bucket = bucketOf(row)
    if (bucket === null) expect([row.route, taken]).toEqual([row.route, []])
    if (bucket === null) continue
    const actor = bucket.by === 'user' ? stage.nova.userId : '127.0.0.1'
    const [key = '', rate = {}] = taken[0] ?? []
    expect([row.route, key.split(' ')[1]]).toEqual([row.route, actor])
    expect([row.route, rate]).toEqual([row.route, expect.objectContaining(bucket.rate)])
    expect(Reflect.get(rate, 'burst')).toBe(Reflect.get(bucket.rate, 'burst'))
  }
})

test('a write that another site sends is 403 before the limiter, the session and the body are asked', async () => {
  const { svc, stage } = await shared()
  take = () => 7
  const isLet = ({ route, isFromOtherSite }: Case) => isFromOtherSite || isOpenElsewhere(route)
  const writes = table.filter((row) => row.isWrite && !isLet(row) && otherProofs.get(row.route) !== 'stripeSignature')
  expect(writes.length).toBeGreaterThan(15)
  for (const row of writes) {
    const foreign: Record<string, string>[] = [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
    ]
    for (const headers of foreign) {
      const response = await ask(svc, row, stage, { headers, cookie: stage.nova.cookie, extra: { surprise: 1 } })
      const error = 'Another site may not do this in your name.'
      expect(await told(row, response)).toEqual([row.route, 403, { error, code: 'FORBIDDEN' }])
    }
  }
})

test('another method is 405 and tells which ones there are', async () => {
  const { svc, stage } = await shared()
  const answersTo = (path: string) => (row: Case) =>
    new RegExp(`^${row.path.replace(/:\w+/g, '[^/]+')}$`).test(path.split('?')[0] ?? '')
  for (const at of new Set(table.map((row) => row.at(stage)))) {
    const taken = new Set<string>(table.filter(answersTo(at)).map(({ method }) => method))
    if (taken.has('GET')) taken.add('HEAD')
    const allow = [...taken].toSorted().join(', ')
    const others = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND'].filter(
      (method) => !taken.has(method),
    )
    for (const method of others) {
      const response = await svc.fetch(at, { method })
      expect([method, at, response.status, response.headers.get('allow'), await response.json()]).toEqual([
        method,
        at,
        405,
        allow,
        { error: `This address takes ${allow}.`, code: 'METHOD_NOT_ALLOWED' },
      ])
      expect(response.headers.get('x-request-id')).not.toBeNull()
    }
  }
})

test('HEAD answers where GET does, without a body', async () => {
  const { svc, stage } = await shared()
  for (const row of table.filter(({ method }) => method === 'GET')) {
    const headers = { cookie: stage.nova.cookie }
    const response = await svc.fetch(row.at(stage), { method: 'HEAD', headers })
    expect([row.route, response.status, await response.text()]).toEqual([row.route, row.status, ''])
    expect([row.route, response.headers.get('cache-control')]).toEqual([row.route, row.cache])
  }
})

// These come last because they change the stage: refused calls, those that write, those that take
// away.
const rank = ({ method, status }: Case) => (status >= 400 ? 0 : method === 'DELETE' ? 2 : 1)
const inOrder = table.filter(({ isWrite }) => isWrite).toSorted((a, b) => rank(a) - rank(b))
test.each(inOrder.map((row) => [row.route, row] as const))('%s answers as the contract has it', async (_, row) => {
  if (row.isAlone) {
    await using svc = await startServer()
    await answersAsTheContractHasIt(svc, row, await stageOf(svc))
  } else {
    const { svc, stage } = await shared()
    await answersAsTheContractHasIt(svc, row, stage)
  }
})
