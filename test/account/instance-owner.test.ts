import { expect, test } from 'bun:test'
import { decide, makeRelease } from '../support/release/release.ts'
import { type Answer, startServer, type TestServer } from '../support/server.ts'
import { addReadyTrack, world } from '../support/world.ts'

/** The world in a server whose instance ada owns. */
async function owned() {
  const svc = await startServer()
  const people = await world(svc)
  svc.ctx.db.$client.run("UPDATE users SET role = 'owner' WHERE id = ?", [people.ada.userId])
  return { svc, ...people }
}

const told = ({ status, json }: Answer) => [status, json]
const unseen = (svc: TestServer, path: string, cookie?: string) =>
  svc.call('GET', path, { cookie, headers: { accept: 'text/html' } })

test('the owner of the instance sees of others’ cassets what any listener sees, and no key more', async () => {
  const { svc, nova, ada, draft } = await owned()
  await using _ = svc
  await addReadyTrack(svc.ctx, nova.cassetId, 'Aside', { position: 3, active: false })
  const media = await svc.call('GET', '/api/casset/nova/media', { cookie: ada.cookie })
  const listener = await svc.call('GET', '/api/casset/nova/media', { cookie: draft.cookie })
  expect(told(media)).toEqual(told(listener))
  expect(media.json).not.toHaveProperty('casset.sales')
  expect(media.text).not.toMatch(/Aside|sha256|"file"/)
  const page = await svc.call('GET', '/@nova', { cookie: ada.cookie })
  expect(page.text).not.toContain('Aside')
  expect(page.text).toContain('It cannot be bought yet: this site takes no payments.')
})

test('a page hidden from everybody but its artist is hidden from the owner of the instance', async () => {
  const { svc, ada, secret } = await owned()
  await using _ = svc
  for (const handle of ['draft', 'hidden']) {
    const seen = await svc.call('GET', `/api/casset/${handle}/media`, { cookie: ada.cookie })
    expect(told(seen)).toEqual([404, { error: 'There is no such casset.', code: 'NOT_FOUND' }])
    expect((await unseen(svc, `/@${handle}`, ada.cookie)).status).toBe(404)
  }
  expect((await svc.call('GET', `/api/audio/${secret.id}`, { cookie: ada.cookie })).status).toBe(404)
  expect((await svc.call('GET', '/api/casset/nova/download', { cookie: ada.cookie })).status).not.toBe(200)
})

test('the owner of the instance hears the hook of what they have not collected', async () => {
  const { svc, nova, ada, dawn } = await owned()
  await using _ = svc
  const accessOf = async (cookie: string) => (await svc.call('GET', `/api/audio/${dawn.id}`, { cookie })).json
  expect(await accessOf(ada.cookie)).toHaveProperty('access', 'hook')
  expect(await accessOf(nova.cookie)).toHaveProperty('access', 'full')
})

test('wherever a price is set the studio says that payments are off, and tells the owner how to switch them on', async () => {
  const { svc, nova, dawn } = await owned()
  await using _ = svc
  const id = await makeRelease(svc, nova, [dawn.id])
  await decide(svc, nova, id, { scope: 'remix', decision: 'REQUIRE_LICENSE', price: { amount: 900, currency: 'usd' } })
  const saysOff = async (path: string) => (await unseen(svc, path, nova.cookie)).text.includes('takes no payments yet')
  const pages = ['/studio', '/studio/emoji', `/studio/releases/${id}`]
  expect(await Promise.all(pages.map(saysOff))).toEqual([true, true, true])
  expect((await unseen(svc, '/studio', nova.cookie)).text).not.toContain('Switch payments on')
  svc.ctx.db.$client.run("UPDATE users SET role = 'member'")
  svc.ctx.db.$client.run("UPDATE users SET role = 'owner' WHERE id = ?", [nova.userId])
  for (const path of pages) expect((await unseen(svc, path, nova.cookie)).text).toContain('>Switch payments on</a>')
})
