import { expect, test } from 'bun:test'
import { makeOwner } from '../../src/account/owner/make-owner.ts'
import { createApp } from '../../src/app.ts'
import { handlePattern } from '../../src/lib/account/handle.ts'
import { addDrop } from '../support/drop/drop-row.ts'
import { makeRelease } from '../support/release/release.ts'
import { makeCoCasset } from '../support/room/co-casset.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { addReadyTrack, cast, world } from '../support/world.ts'

type Schema = { pattern?: unknown; description?: unknown; properties?: object; items?: unknown; anyOf?: unknown[] }

/** The places of a schema that take a handle, known by pattern, name or description. */
function handlesIn(schema: unknown, at: string): string[] {
  const { pattern, description, properties = {}, items, anyOf = [] }: Schema = Object(schema)
  const isHandle = pattern === handlePattern.source || /handle/i.test(`${at.split('.').at(-1)} ${description}`)
  return [
    ...(isHandle ? [at] : []),
    ...Object.entries(properties).flatMap(([key, each]) => handlesIn(each, `${at}.${key}`)),
    ...(items === undefined ? [] : handlesIn(items, at)),
    ...anyOf.flatMap((each) => handlesIn(each, at)),
  ]
}

type Route = { method: string; path: string; hooks?: { body?: unknown; query?: unknown } }

const takesHandles = ({ method, path, hooks }: Route): string[] => [
  ...new Set(
    [
      ...handlesIn(hooks?.body, 'body'),
      ...handlesIn(hooks?.query, 'query'),
      ...(path.startsWith('/api/') && path.includes(':handle') ? ['path'] : []),
    ].map((field) => `${method} ${path} ${field}`),
  ),
]

/** These take a new handle, a part of one, or one that is typed again to confirm something. */
const namesNobody = [
  'GET /api/admin/accounts query.q',
  'GET /api/handles/:handle/available path',
  'PATCH /api/studio/casset/:id body.first',
  'POST /api/auth/handle body.handle',
  'POST /api/auth/join body.handle',
  'POST /api/auth/signup body.handle',
  'POST /api/desk/people/:id/delete body.handle',
]

const isOfV1 = /^GET \/api\/(?:sandbox\/)?v1\//

async function stageOf(svc: TestServer) {
  const { nova, dawn } = await world(svc)
  const ben = cast(svc.ctx, 'ben')
  makeOwner(svc.ctx, 'ben@example.com')
  const own = await addReadyTrack(svc.ctx, ben.cassetId, 'Loft')
  addDrop(svc, nova, dawn)
  const report = { kind: 'track', id: own.id, reason: 'spam', text: 'Look at it.' }
  await svc.call('POST', '/api/reports', { cookie: nova.cookie, body: report })
  const releaseId = await makeRelease(svc, ben, [own.id])
  await makeCoCasset(svc, ben, 'both', [nova])
  const send = (method: string, path: string, body?: object) => svc.call(method, path, { cookie: ben.cookie, body })
  const share = (members: string[], more: object = {}) =>
    send('POST', '/api/co-cassets', { name: 'Both of us', slug: `both-${svc.ctx.uuid().slice(-12)}`, members, ...more })
  const contributors = (handle: string) => [{ name: 'Her', role: 'voice', handle }]
  /** Names an artist by each field, and is answered with their handle, or with an error. */
  const fields: Readonly<Record<string, (handle: string) => ReturnType<typeof send>>> = {
    'POST /api/co-cassets body.members': (handle) => share([handle]),
    'POST /api/co-cassets body.splits': (handle) => share(['stella'], { splits: { ben: 40, [handle]: 60 } }),
    'POST /api/co-cassets/:slug/members body.handle': async (handle) => {
      const { slug } = Object((await share(['ada'])).json).coCasset
      return send('POST', `/api/co-cassets/${slug}/members`, { handle })
    },
    'POST /api/co-cassets/:slug/splits body.splits': (handle) =>
      send('POST', '/api/co-cassets/both/splits', { splits: { ben: 40, [handle]: 60 } }),
    'PUT /api/casset/:slug/room/members/:handle path': (handle) =>
      send('PUT', `/api/casset/ben/room/members/${handle}`, { muted: true }),
    'POST /api/studio/releases body.contributors.handle': (handle) =>
      send('POST', '/api/studio/releases', {
        title: 'Loft',
        type: 'EP',
        trackIds: [own.id],
        contributors: contributors(handle),
      }),
    'PATCH /api/studio/releases/:id body.contributors.handle': (handle) =>
      send('PATCH', `/api/studio/releases/${releaseId}`, { contributors: contributors(handle) }),
    'PUT /api/studio/tracks/:id/accounts body.handle': async (handle) => {
      await send('PATCH', `/api/studio/tracks/${own.id}`, { by: [{ name: 'Her', role: 'with' }] })
      return send('PUT', `/api/studio/tracks/${own.id}/accounts`, { name: 'Her', handle })
    },
    'GET /api/campaigns query.handle': (handle) => send('GET', `/api/campaigns?handle=${handle}`),
    'PUT /api/desk/helpers body.account': (handle) =>
      send('PUT', '/api/desk/helpers', { account: handle, helps: 'moderation' }),
    'GET /api/desk/reports query.reporter': (handle) => send('GET', `/api/desk/reports?reporter=${handle}`),
  }
  return { fields, nova }
}

/**
 * Those who run the site, and those who share a casset with somebody, know former handles anyway.
 */
const knowAnyway = /\/api\/desk\/|body\.splits$/

test('a former handle leads on in each body, query and path of the API, unless its artist is hidden', async () => {
  await using svc = await startServer({ limiter: { take: () => 0 } })
  const { fields, nova } = await stageOf(svc)
  const { status } = await svc.call('POST', '/api/auth/handle', { cookie: nova.cookie, body: { handle: 'stella' } })
  expect(status).toBe(200)
  const found = (await createApp(svc.ctx)).routes.flatMap(takesHandles).filter((field) => !isOfV1.test(field))
  expect(found.toSorted()).toEqual([...Object.keys(fields), ...namesNobody].toSorted())
  const told = async (field: string, handle: string) => {
    const { text } = (await fields[field]?.(handle)) ?? { text: '' }
    return [field, handle, text.includes('"stella"')]
  }
  for (const field of Object.keys(fields)) {
    for (const handle of ['stella', 'nova']) expect(await told(field, handle)).toEqual([field, handle, true])
    expect(await told(field, 'nobody')).toEqual([field, 'nobody', false])
  }
  svc.ctx.db.$client.run("UPDATE cassets SET privacy = 'private'")
  for (const field of Object.keys(fields)) {
    expect(await told(field, 'nova')).toEqual([field, 'nova', knowAnyway.test(field)])
  }
})
