import { expect, test } from 'bun:test'
import { passwordsOf } from '../../src/account/password/password.ts'
import { password } from '../support/account/account.ts'
import { addDrop } from '../support/drop/drop-row.ts'
import { getTogether, makeCoCasset, postTogether, told } from '../support/room/co-casset.ts'
import type { TestServer } from '../support/server.ts'
import { shareNames } from '../support/shared.ts'
import { ask } from '../support/shop/checkout.ts'
import { addReadyTrack, type Person, world } from '../support/world.ts'

const sharedServer = shareNames()

const get = async (svc: TestServer, { cookie }: Person, path: string) =>
  Object((await svc.call('GET', path, { cookie })).json)

const post = async (svc: TestServer, { cookie }: Person, path: string, body: Record<string, unknown> = {}) =>
  Object((await svc.call('POST', path, { cookie, body })).json)

test("a hook's artist sees all its clips, and who brought whom, on a casset that several share as on their own", async () => {
  const svc = await sharedServer()
  const { nova, ada, hidden, draft, dawn } = await world(svc)
  const { id, trackId } = await makeCoCasset(svc, nova, 'duo', [ada])
  svc.ctx.db.$client.run('UPDATE cassets SET published = 1, price_minor = 0 WHERE id IN (?, ?)', [id, nova.cassetId])
  const { tracks } = await get(svc, hidden, '/api/casset/duo/media')
  const hookId: string = tracks.find((track: { id: string }) => track.id === trackId).hook.id
  for (const [at, slug] of [
    [dawn.hookId, 'nova'],
    [hookId, 'duo'],
  ]) {
    await post(svc, hidden, '/api/hooks/submissions', { hookId: at, clip: { url: 'https://clips.example/1' } })
    const { code } = await post(svc, hidden, `/api/casset/${slug}/referral-link`)
    expect((await ask(svc, draft, { slug, referralCode: code })).status).toBe(200)
  }
  const { submissions } = await get(svc, nova, '/api/studio/submissions')
  expect(submissions.map((each: { hookId: string }) => each.hookId)).toEqual([hookId, dawn.hookId])
  const first = await get(svc, nova, '/api/studio/submissions?limit=1')
  const second = await get(svc, nova, `/api/studio/submissions?limit=1&cursor=${first.nextCursor}`)
  expect([first.submissions[0].hookId, second.submissions[0].hookId, second.nextCursor]).toEqual([
    hookId,
    dawn.hookId,
    null,
  ])
  const { referrals } = await get(svc, nova, '/api/studio/referrals')
  expect(referrals.map((each: { sender: { handle: string } }) => each.sender.handle)).toEqual(['hidden', 'hidden'])
  for (const who of [ada, hidden]) {
    expect(await get(svc, who, '/api/studio/submissions')).toEqual({ submissions: [], nextCursor: null })
    expect(await get(svc, who, '/api/studio/referrals')).toEqual({ referrals: [], nextCursor: null })
  }
  // A reader whom somebody sent it is led to the page that shows it now.
  await post(svc, nova, `/api/hooks/submissions/${submissions[0].id}/decide`, { decision: 'ACCEPTED' })
  const { notifications } = await get(svc, hidden, '/api/notifications')
  expect(notifications).toMatchObject([{ kind: 'clip-accepted', path: '/@duo' }, {}, {}])
})

test("a track that the caller may not know of is no track when they put it on a co-casset, and another's is theirs", async () => {
  const svc = await sharedServer()
  const { nova, ada, draft, dawn } = await world(svc)
  await makeCoCasset(svc, ada, 'duo', [nova])
  const unseen = await addReadyTrack(svc.ctx, draft.cassetId, 'Unseen')
  const put = async (trackId: string) => told(await postTogether(svc, ada, '/duo/tracks', { trackId }))
  expect(await put(svc.ctx.uuid())).toEqual([404, 'NOT_FOUND', undefined])
  expect(await put(unseen.id)).toEqual([404, 'NOT_FOUND', undefined])
  expect(await put(dawn.id)).toEqual([403, 'FORBIDDEN', undefined])
})

test('until a drop ends its track stays: nobody takes it off a co-casset, switches it off, or leaves with it', async () => {
  const svc = await sharedServer()
  const { nova, ada } = await world(svc)
  const { id, trackId } = await makeCoCasset(svc, ada, 'duo', [nova])
  const { $client: sql } = svc.ctx.db
  sql.run('UPDATE tracks SET contributor_id = ? WHERE id = ?', [nova.artistId, trackId])
  const asked = sql.query<{ hookId: string }, [string]>('SELECT hook_id AS hookId FROM tracks WHERE id = ?')
  const { hookId } = asked.get(trackId) ?? { hookId: '' }
  const drop = addDrop(svc, { ...ada, cassetId: id }, { hookId })
  sql.run('UPDATE users SET password_hash = ? WHERE id = ?', [await passwordsOf(svc.ctx).hash(password), nova.userId])
  const ask = async (method: string, path: string, { cookie }: Person, body?: object) =>
    told(await svc.call(method, path, { cookie, ...(body ? { body } : {}) }))
  const leaving = [
    () => ask('DELETE', `/api/co-cassets/duo/tracks/${trackId}`, nova),
    () => ask('DELETE', `/api/co-cassets/duo/tracks/${trackId}`, ada),
    () => ask('PATCH', `/api/studio/tracks/${trackId}`, ada, { active: false }),
    () => ask('POST', '/api/co-cassets/duo/leave', nova, {}),
    () => ask('POST', '/api/auth/account/delete', nova, { password }),
  ]
  for (const leave of leaving) expect(await leave()).toEqual([409, 'BAD_STATE', undefined])
  expect(await get(svc, nova, '/api/co-cassets/mine')).toMatchObject({ memberships: [{ slug: 'duo' }] })
  sql.run("UPDATE campaigns SET state = 'PAID' WHERE id = ?", [drop])
  expect((await leaving[3]?.())?.[0]).toBe(200)
  expect((await leaving[4]?.())?.[0]).toBe(204)
})

test('however many invite somebody, what they are a member of is listed, and left when they delete their account', async () => {
  const svc = await sharedServer()
  const { nova, ada } = await world(svc)
  const { id } = await makeCoCasset(svc, nova, 'duo', [ada])
  const { id: noise } = await makeCoCasset(svc, nova, 'noise', [ada], { accepting: [] })
  const { $client: sql } = svc.ctx.db
  const columns = (table: string) => {
    const names = sql.query<{ name: string }, []>(`SELECT name FROM pragma_table_info('${table}')`).all()
    return names.map(({ name }) => name).join(', ')
  }
  const copy = (table: string, changes: Record<string, string>, where: string) => {
    const values = columns(table).replaceAll(/\w+/g, (name) => changes[name] ?? name)
    sql.run(`WITH RECURSIVE n(i) AS (SELECT 100 UNION ALL SELECT i + 1 FROM n WHERE i < 219)
      INSERT INTO ${table} (${columns(table)}) SELECT ${values} FROM ${table}, n WHERE ${where}`)
  }
  copy('cassets', { id: "'~' || i", slug: "'noise' || i" }, `id = '${noise}'`)
  copy('co_members', { casset_id: "'~' || i" }, `casset_id = '${noise}'`)
  copy('co_splits', { id: "'~' || i", casset_id: "'~' || i" }, `casset_id = '${noise}'`)
  const { memberships, invitations } = Object((await getTogether(svc, ada, '/mine')).json)
  expect(memberships).toMatchObject([{ slug: 'duo' }])
  expect([invitations.length, invitations[0].slug]).toEqual([50, 'noise219'])
  sql.run('UPDATE users SET password_hash = ? WHERE id = ?', [await passwordsOf(svc.ctx).hash(password), ada.userId])
  const gone = await svc.call('POST', '/api/auth/account/delete', { cookie: ada.cookie, body: { password } })
  expect(gone.status).toBe(204)
  await svc.ctx.jobs.idle()
  const places = 'SELECT count(*) AS places FROM co_members WHERE artist_id = ? AND left_at IS NULL'
  expect(sql.query<{ places: number }, [string]>(places).get(ada.artistId)?.places).toBe(0)
  const { members } = await get(svc, nova, '/api/casset/duo/media')
  expect([id, members.map(({ handle }: { handle: string }) => handle)]).toEqual([id, ['nova']])
})
