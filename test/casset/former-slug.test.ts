import { expect, test } from 'bun:test'
import { addTape } from '../support/casset/tape.ts'
import { openShop } from '../support/shop/checkout.ts'
import { addReadyTrack } from '../support/world.ts'

type Schema = { properties?: Record<string, unknown> } | undefined

/** Bodies that name a casset by its slug, and what else they have to have. */
const bodies: Readonly<Record<string, object>> = {
  'POST /api/checkout/payment-intent': {},
  'POST /api/checkout/guest': { email: 'kim@example.org' },
  'POST /api/checkout/gift': { email: 'kim@example.org' },
}

test('a former slug leads on in each body that names a casset, unless it is hidden from its sender', async () => {
  const { svc, nova, ada } = await openShop({ limiter: { take: () => 0 } })
  await using _ = svc
  const live = addTape(svc, nova, 'live', { priceMinor: 300 })
  await addReadyTrack(svc.ctx, live, 'Live')
  await svc.call('PATCH', `/api/studio/casset/${live}`, { cookie: nova.cookie, body: { word: 'mill' } })
  await svc.call('POST', '/api/auth/handle', { cookie: nova.cookie, body: { handle: 'stella' } })
  const send = (route: string, slug: string) => {
    const [method = '', path = ''] = route.split(' ')
    const { cookie } = route.endsWith('guest') ? { cookie: undefined } : ada
    return svc.call(method, path, { cookie, body: { ...bodies[route], slug } })
  }
  const doc = Object((await svc.call('GET', '/openapi.json')).json)
  const named = (schema: { $ref?: string } & Schema): Schema =>
    schema.$ref === undefined ? schema : doc.components.schemas[schema.$ref.split('/').at(-1) ?? '']
  const found = Object.entries<Record<string, { requestBody?: { content: Record<string, { schema: Schema }> } }>>(
    doc.paths,
  ).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { requestBody }]) => {
      const schema = requestBody?.content['application/json']?.schema
      return schema && named(schema)?.properties?.slug ? `${method.toUpperCase()} ${path}` : []
    }),
  )
  // The slug of a co-casset that is being made is a new one.
  expect(found.filter((route) => route !== 'POST /api/co-cassets').toSorted()).toEqual(Object.keys(bodies).toSorted())
  for (const route of Object.keys(bodies)) {
    for (const slug of ['nova', 'nova.live', 'nova.mill', 'stella.live', 'Nova']) {
      expect([route, slug, (await send(route, slug)).status]).toEqual([route, slug, 200])
    }
    expect([route, (await send(route, 'nova.loft')).status]).toEqual([route, 404])
  }
  svc.ctx.db.$client.run("UPDATE cassets SET privacy = 'private'")
  for (const route of Object.keys(bodies)) {
    for (const slug of ['nova', 'nova.live']) expect([route, (await send(route, slug)).status]).toEqual([route, 404])
  }
})
