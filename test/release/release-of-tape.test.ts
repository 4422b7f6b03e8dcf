import { expect, test } from 'bun:test'
import { addTape } from '../support/casset/tape.ts'
import { makeRelease } from '../support/release/release.ts'
import { startServer } from '../support/server.ts'
import { addReadyTrack, world } from '../support/world.ts'

const elsewhere = { field: 'trackIds.1', error: 'This track is on another casset: a release has the tracks of one.' }

test('a release has the tracks of one tape, so that no hidden tape is published by another', async () => {
  await using svc = await startServer()
  const { nova, dawn, kettle } = await world(svc)
  const hidden = await addReadyTrack(svc.ctx, addTape(svc, nova, 'live', { published: false }), 'Unheard')
  const body = { title: 'Both', type: 'EP', trackIds: [dawn.id, hidden.id] }
  const made = await svc.call('POST', '/api/studio/releases', { cookie: nova.cookie, body })
  expect([made.status, made.json]).toEqual([400, expect.objectContaining(elsewhere)])
  const id = await makeRelease(svc, nova, [dawn.id])
  const change = (trackIds: string[]) =>
    svc.call('PATCH', `/api/studio/releases/${id}`, { cookie: nova.cookie, body: { trackIds } })
  const changed = await change([kettle.id, hidden.id])
  expect([changed.status, changed.json]).toEqual([400, expect.objectContaining(elsewhere)])
  const moved = await change([hidden.id])
  expect([moved.status, moved.json]).toEqual([400, expect.objectContaining({ ...elsewhere, field: 'trackIds.0' })])
  expect((await change([kettle.id])).status).toBe(200)
})
