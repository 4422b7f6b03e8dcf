import { expect, test } from 'bun:test'
import { startServer } from '../support/server.ts'
import { discountsOf, makeDiscount } from '../support/shop/discount.ts'
import { refusalOf } from '../support/shop/guest.ts'
import { type Person, world } from '../support/world.ts'

const path = '/api/studio/discounts'

test('a code that was ended is opened again, by its artist alone, and not beside another of its word', async () => {
  await using svc = await startServer()
  const { nova, ada } = await world(svc)
  const { id } = await makeDiscount(svc, nova)
  const end = () => svc.call('DELETE', `${path}/${id}`, { cookie: nova.cookie })
  const reopen = ({ cookie }: Person) => svc.call('POST', `${path}/${id}/reopen`, { cookie })
  const endedAt = async () => (await discountsOf(svc, nova)).find((each) => each.id === id)?.endedAt
  await end()
  expect(await endedAt()).toEqual(expect.any(String))
  expect((await reopen(ada)).status).toBe(403)
  expect([(await reopen(nova)).status, (await reopen(nova)).status]).toEqual([204, 204])
  expect(await endedAt()).toBeNull()
  await end()
  await makeDiscount(svc, nova)
  expect(refusalOf(await reopen(nova))).toEqual([409, 'BAD_STATE', 'You have a code like this already.'])
  expect(await endedAt()).toEqual(expect.any(String))
})
