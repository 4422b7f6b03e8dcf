import { expect, test } from 'bun:test'
import { makeOwner } from '../../../src/account/owner/make-owner.ts'
import { createApp } from '../../../src/app.ts'
import { addDrop } from '../../support/drop/drop-row.ts'
import { publishedRelease } from '../../support/release/release.ts'
import { startServer } from '../../support/server.ts'
import { world } from '../../support/world.ts'

type Route = { method: string; path: string; hooks?: { query?: { properties?: Record<string, unknown> } } }

test('every list refuses a cursor that it did not give', async () => {
  await using svc = await startServer()
  const { nova, dawn } = await world(svc)
  makeOwner(svc.ctx, 'nova@example.com')
  const releaseId = await publishedRelease(svc, nova, [dawn.id])
  const dropId = addDrop(svc, nova, dawn)
  const routes: Route[] = (await createApp(svc.ctx)).routes
  // The sandbox refuses in the words of the public reads.
  const isProduct = (path: string) => path.startsWith('/api/') && !path.startsWith('/api/sandbox/')
  const lists = routes.filter(({ hooks, path }) => isProduct(path) && hooks?.query?.properties?.cursor)
  expect(lists.length).toBeGreaterThan(6)
  for (const { path } of lists) {
    // The cursors of a release's events and versions, and of a search, are numbers.
    const number = /\/(provenance|provenance-preview|proof|versions|agents\/releases)$/.test(path) ? '-1' : '1'
    for (const cursor of ['zzz', '', number, 'x'.repeat(300), '0193b5a0-0000-4000-8000-000000000000']) {
      const id = path.startsWith('/api/campaign/') ? dropId : releaseId
      const { cookie } = nova
      const { status, json } = await svc.call(
        'GET',
        `${path.replace(':id', id)}${path.endsWith('/search') ? '?q=nova&' : '?'}cursor=${cursor}`,
        { cookie },
      )
      expect([path, cursor, status, json]).toEqual([
        path,
        cursor,
        400,
        { error: '"cursor" must be the nextCursor of the page before.', code: 'VALIDATION', field: 'cursor' },
      ])
    }
  }
})

test('a list of sales, and a wish list, know their own cursors from those of others', async () => {
  await using svc = await startServer()
  const { nova, ada } = await world(svc)
  const wished = await svc.call('POST', '/api/casset/nova/wish', { cookie: ada.cookie, body: {} })
  expect(wished.status).toBe(200)
  for (const [path, { cookie }, cursor] of [
    ['/api/studio/sales', nova, nova.cassetId],
    ['/api/wishes', ada, ada.cassetId],
  ] as const) {
    const { status, json } = await svc.call(
      'GET',
      `${path}${path.endsWith('/search') ? '?q=nova&' : '?'}cursor=${cursor}`,
      { cookie },
    )
    expect([path, status, json]).toMatchObject([path, 400, { code: 'VALIDATION', field: 'cursor' }])
  }
  const page = await svc.call('GET', `/library/wishes?cursor=${ada.cassetId}`, { cookie: ada.cookie })
  expect([page.status, page.text.includes('First Light')]).toEqual([200, true])
})
