import { expect, test } from 'bun:test'
import { permissionScopes } from '../../db/schema/casset/usage.ts'
import { makeRelease, publishedRelease } from '../support/release/release.ts'
import { isSigned } from '../support/release/verify.ts'
import { startServer } from '../support/server.ts'
import { world } from '../support/world.ts'

const path = '/api/agents/permission-checks'

test('up to a hundred questions are answered at once, each by a receipt of its own, for one request of the limit', async () => {
  await using svc = await startServer({ clock: 'stands' })
  const { nova, dawn, kettle } = await world(svc)
  const id = await publishedRelease(svc, nova, [dawn.id])
  const draftId = await makeRelease(svc, nova, [kettle.id])
  const ask = (checks: object[], more: object = {}) => svc.call('POST', path, { body: { checks, ...more } })
  const checks = Array.from({ length: 100 }, (_, n) => ({
    releaseId: id,
    scope: permissionScopes[n % 14],
    commercial: n % 2 === 0,
  }))
  const { status, json, headers } = await ask(checks, { agentKey: 'librarian' })
  expect(status).toBe(200)
  const { receipts } = Object(json)
  expect(receipts).toHaveLength(100)
  for (const [n, { proof, ...receipt }] of receipts.entries()) {
    const alone = await svc.ctx.db.$client
      .query<{ decision: string }, [string, string]>(
        'SELECT decision FROM release_policies WHERE release_id = ? AND scope = ?',
      )
      .get(id, receipt.scope)
    expect([receipt.releaseId, receipt.scope, receipt.agentKey]).toEqual([id, checks[n]?.scope, 'librarian'])
    if (!receipt.commercial) expect(receipt.decision).toBe(alone?.decision)
    if (n < 15) expect(await isSigned(receipt, proof)).toBe(true)
  }
  expect(new Set(receipts.map(({ decisionId }: { decisionId: string }) => decisionId)).size).toBe(100)
  // One request of thirty was taken, and the program is told.
  expect(headers.get('ratelimit-policy')).toBe('"agent-post";q=30;w=60')
  expect(headers.get('ratelimit')).toBe('"agent-post";r=29;t=2')
  const nothing = { releaseId: '0193b5a0-0000-7000-8000-000000000000', scope: 'remix' }
  const mixed = Object(
    (await ask([nothing, { releaseId: id, scope: 'remix' }, { releaseId: draftId, scope: 'remix' }])).json,
  ).receipts
  expect(mixed.map((each: { code?: string; decision?: string }) => each.code ?? each.decision)).toEqual([
    'NOT_FOUND',
    'CONTACT_OWNER',
    'NOT_FOUND',
  ])
  expect(mixed[0]).toEqual({ ...nothing, error: 'There is no such release.', code: 'NOT_FOUND' })
  expect(
    Object(
      (
        await ask([
          { releaseId: id, scope: 'remix' },
          { releaseId: id, scope: 'all' },
        ])
      ).json,
    ),
  ).toMatchObject({ code: 'VALIDATION', field: 'checks.1.scope' })
  for (const wrong of [
    [],
    [...checks, checks[0] ?? {}],
    [{ releaseId: id }],
    [{ releaseId: id, scope: 'remix', more: 1 }],
  ]) {
    expect((await ask(wrong)).status).toBe(400)
  }
  let last = await ask([nothing])
  for (let count = 0; count < 40 && last.status === 200; count += 1) last = await ask([nothing])
  expect([last.status, last.headers.get('ratelimit')]).toEqual([429, '"agent-post";r=0;t=60'])
  const read = await svc.call('GET', '/api/agents/releases')
  expect(read.headers.get('ratelimit')).toBe('"agent-read";r=119;t=1')
})
