import { expect, test } from 'bun:test'
import { eraseForCause } from '../../src/casset/track/loss/erase-for-cause.ts'
import { rowsOf } from '../support/account/account.ts'
import { openLicensing, order, quoted } from '../support/release/license.ts'
import { decide, publishedRelease } from '../support/release/release.ts'
import { balances } from '../support/shop/checkout.ts'
import { addReadyTrack } from '../support/world.ts'

const shortOf = ({ status, json }: { status: number; json: unknown }) => [status, Object(json).code]

test('nobody buys a license of music that was erased because the law demands it', async () => {
  const { svc, id, nova, dawn } = await openLicensing()
  await using _ = svc
  const early = await quoted(svc, id)
  await eraseForCause(svc.ctx, dawn.id, 'A court has said so.')
  const refused = await order(svc, early)
  expect([...shortOf(refused), Object(refused.json).error]).toEqual([
    409,
    'BAD_STATE',
    'The music of this release is gone.',
  ])
  const body = { scopes: ['download'], agentKey: 'librarian' }
  const { json } = await svc.call('POST', `/api/agents/releases/${id}/license-quote`, { body })
  expect(Object(json).checkoutUrl).toBeNull()
  expect(shortOf(await order(svc, Object(json).quoteId))).toEqual([409, 'BAD_STATE'])
  expect([rowsOf(svc, 'licenses'), rowsOf(svc, 'orders'), balances(svc)]).toEqual([[], [], {}])
  // A release that has other music is sold as before.
  const song = await addReadyTrack(svc.ctx, nova.cassetId, 'Kites', { position: 3 })
  const other = await publishedRelease(svc, nova, [song.id], { title: 'Second Light' })
  await decide(svc, nova, other, {
    scope: 'download',
    decision: 'REQUIRE_LICENSE',
    price: { amount: 700, currency: 'usd' },
  })
  expect((await order(svc, await quoted(svc, other))).status).toBe(200)
})
