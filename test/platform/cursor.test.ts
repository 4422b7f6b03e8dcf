import { expect, test } from 'bun:test'
import { makeOwner } from '../../src/account/make-owner.ts'
import { createApp } from '../../src/app.ts'
import { addDrop } from '../support/drop/drop-row.ts'
import { publishedRelease } from '../support/release/release.ts'
import { startServer } from '../support/server.ts'
import { world } from '../support/world.ts'

type Route = { method: string; path: string; hooks?: { query?: { properties?: Record<string, unknown> } } }

test('every list refuses a cursor that it did not give', async () => {
  await using svc = await startServer()
  const { nova, dawn } = await world(svc)
  makeOwner(svc.ctx, 'nova@example.com')
  const releaseId = await publishedRelease(svc, nova, [dawn.id])
  const dropId = addDrop(svc, nova, dawn)
  const routes: Route[] = createApp(svc.ctx).routes
  // The sandbox refuses in the words of the public reads.
  const isProduct = (path: string) => path.startsWith('/api/') && !path.startsWith('/api/sandbox/')
  const lists = routes.filter(({ hooks, path }) => isProduct(path) && hooks?.query?.properties?.cursor)
  expect(lists.length).toBeGreaterThan(6)
  for (const { path } of lists) {
    // Events and versions of a release and what a search finds are numbered, and cursors are their
    // numbers.
    const number = /\/(provenance|provenance-preview|proof|versions|agents\/releases)$/.test(path) ? '-1' : '1'
    for (const cursor of ['zzz', '', number, 'x'.repeat(300), '0193b5a0-0000-4000-8000-000000000000']) {
      const id = path.startsWith('/api/campaign/') ? dropId : releaseId
      const { cookie } = nova
      const { status, json } = await svc.call('GET', `${path.replace(':id', id)}?cursor=${cursor}`, { cookie })
      expect([path, cursor, status, json]).toEqual([
        path,
        cursor,
        400,
        { error: '"cursor" must be the nextCursor of the page before.', code: 'VALIDATION', field: 'cursor' },
      ])
    }
  }
})

test('a list of sales knows its own cursors from those of others', async () => {
  await using svc = await startServer()
  const { nova } = await world(svc)
  const answer = await svc.call('GET', `/api/studio/sales?cursor=${nova.cassetId}`, { cookie: nova.cookie })
  expect([answer.status, answer.json]).toEqual([400, expect.objectContaining({ code: 'VALIDATION', field: 'cursor' })])
})
