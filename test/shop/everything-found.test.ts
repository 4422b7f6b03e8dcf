import { expect, test } from 'bun:test'
import { addTape } from '../support/casset/tape.ts'
import { doctorOf } from '../support/operate/doctor.ts'
import { backUp, restore } from '../support/operate/restore.ts'
import { temporaryFolder } from '../support/process.ts'
import { accessOf, collect, goodCard, settled } from '../support/shop/checkout.ts'
import { openSingles } from '../support/shop/single-track.ts'
import { addReadyTrack } from '../support/world.ts'

const env = { PAYMENTS: 'test', PLATFORM_FEE_PERCENT: '10' }

test('a tape made public by its privacy before an order is found again comes to whoever bought all to come', async () => {
  using folder = temporaryFolder()
  const options = { env, dataDir: folder.path }
  const { svc: before, nova, draft } = await openSingles(options)
  const live = addTape(before, nova, 'live', { priceMinor: 300 })
  await addReadyTrack(before.ctx, live, 'Live')
  const hidden = addTape(before, nova, 'hidden', { priceMinor: 900, privacy: 'private' })
  const track = await addReadyTrack(before.ctx, hidden, 'Hidden')
  const offer = { percent: 20, hasFuture: true }
  await before.call('PUT', '/api/studio/everything', { cookie: nova.cookie, body: offer })
  const copy = backUp(before)
  await collect(before, draft, goodCard, { slug: 'nova', everything: true })
  await using svc = await restore(before, copy, options)
  svc.tick(60_000)
  const path = `/api/studio/casset/${hidden}`
  expect((await svc.call('PATCH', path, { cookie: nova.cookie, body: { privacy: 'public' } })).status).toBe(200)
  await settled(svc)
  expect(await accessOf(svc, track.id, draft)).toBe('hook')
  expect(await doctorOf(svc.dataDir, env, 'reconciling', { fix: true })).toMatchObject({ note: 'fixed' })
  await settled(svc)
  expect(await accessOf(svc, track.id, draft)).toBe('full')
})
