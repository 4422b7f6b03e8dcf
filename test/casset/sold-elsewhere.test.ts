import { expect, test } from 'bun:test'
import { readSoldElsewhere } from '../../src/casset/track/sold-elsewhere.ts'
import { patchCasset } from '../support/casset/casset.ts'
import { postTogether, trio } from '../support/room/co-casset.ts'
import { startServer } from '../support/server.ts'

test('a shared casset tells which of its tracks are sold elsewhere, and nothing of a private casset', async () => {
  await using svc = await startServer()
  const { nova, dawn, made } = await trio(svc)
  await postTogether(svc, nova, '/three/tracks', { trackId: dawn.id })
  const sold = () => readSoldElsewhere(svc.ctx, made.id)
  expect(sold()).toEqual([{ title: 'Dawn', casset: 'First Light', price: { amount: 700, currency: 'usd' } }])
  await patchCasset(svc, nova, { privacy: 'private' })
  expect(sold()).toEqual([])
  await patchCasset(svc, nova, { privacy: 'unlisted', price: 0 })
  expect(sold()).toEqual([])
})
