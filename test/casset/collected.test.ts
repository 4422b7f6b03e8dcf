import { expect, test } from 'bun:test'
import { purchases } from '../../db/schema/shop/purchase.ts'
import { startServer } from '../support/server.ts'
import { accessOf } from '../support/shop/checkout.ts'
import { makeCodes, redeem } from '../support/shop/code.ts'
import { cast, world } from '../support/world.ts'

test('a collected casset is its holder’s alone, that casset alone, and until it ends', async () => {
  await using svc = await startServer()
  const { nova, ada, hidden, dawn, secret } = await world(svc)
  const bob = cast(svc.ctx, 'bob')
  await redeem(svc, ada, (await makeCodes(svc, nova)).first)
  await redeem(svc, bob, (await makeCodes(svc, hidden)).first)
  const statusOf = async (path: string, cookie?: string) => (await svc.call('GET', path, { cookie })).status

  expect([await accessOf(svc, dawn.id, ada), await accessOf(svc, dawn.id, bob)]).toEqual(['full', 'hook'])
  expect(await accessOf(svc, secret.id, bob)).toBe('full')
  expect(await statusOf(`/api/audio/${secret.id}`, ada.cookie)).toBe(404)
  for (const [cookie, status] of [
    [bob.cookie, 200],
    [ada.cookie, 404],
    [undefined, 404],
  ] as const) {
    expect(await statusOf('/api/casset/hidden/media', cookie)).toBe(status)
  }
  const entitled = async (handle: string, cookie: string) =>
    (await svc.call('GET', `/api/casset/${handle}/media`, { cookie })).json
  expect(await entitled('nova', ada.cookie)).toHaveProperty('viewer.entitled', true)
  expect(await entitled('nova', bob.cookie)).toHaveProperty('viewer.entitled', false)

  svc.ctx.db.update(purchases).set({ endedAt: svc.ctx.now() }).run()
  expect(await accessOf(svc, dawn.id, ada)).toBe('hook')
  expect(await statusOf('/api/casset/hidden/media', bob.cookie)).toBe(404)
})
