import { describe, expect, test } from 'bun:test'
import { users } from '../../db/schema/account/account.ts'
import { tracks } from '../../db/schema/casset/track.ts'
import { signUpBody } from '../support/account/account.ts'
import { patchCasset } from '../support/casset/casset.ts'
import { formBytes, keptFiles, sendForm } from '../support/casset/upload.ts'
import { png } from '../support/platform/picture.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { shareNames } from '../support/shared.ts'
import { square, uploadPicture } from '../support/shop/emoji.ts'
import { cast, type Person, world } from '../support/world.ts'

const sharedServer = shareNames()

const picture = (shade: number) => png(16, 16, () => [shade, 60, 40])
const blobs = (svc: TestServer) => keptFiles(svc.dataDir).filter((path) => path.startsWith('blobs/'))
const remove = (svc: TestServer, { cookie }: Person, id: string) =>
  svc.call('DELETE', `/api/studio/assets/${id}`, { cookie })

describe('An uploaded file', () => {
  test('is deleted with all its bytes, unless something else has them', async () => {
    await using svc = await startServer()
    const [ada, bob] = [cast(svc.ctx, 'ada'), cast(svc.ctx, 'bob')]
    const mine = await uploadPicture(svc, ada, square)
    const files = blobs(svc)
    const same = await uploadPicture(svc, bob, square)
    expect((await remove(svc, ada, mine)).status).toBe(204)
    await svc.ctx.jobs.idle()
    expect(blobs(svc)).toEqual(files)
    expect((await remove(svc, bob, same)).status).toBe(204)
    await svc.ctx.jobs.idle()
    expect(blobs(svc)).toEqual([])
    expect((await svc.call('GET', `/api/assets/${same}/256.webp`)).status).toBe(404)
  })

  test("is 404 when it is not there, and 403 when it is another's", async () => {
    const svc = await sharedServer()
    const [ada, bob] = [cast(svc.ctx, 'ada'), cast(svc.ctx, 'bob')]
    const mine = await uploadPicture(svc, ada, square)
    expect(await remove(svc, bob, mine)).toMatchObject({
      status: 403,
      json: { error: 'This file belongs to somebody else.', code: 'FORBIDDEN' },
    })
    expect((await remove(svc, ada, svc.ctx.uuid())).status).toBe(404)
    expect((await remove(svc, ada, 'x')).status).toBe(404)
    expect(blobs(svc)).not.toEqual([])
  })

  test('that is in use is 409, says where, and can be deleted once it is not', async () => {
    const svc = await sharedServer()
    const { nova, dawn } = await world(svc)
    const { cookie } = nova
    const zip = formBytes([{ name: 'file', value: Buffer.from('PK\x03\x04 stems'), fileName: 'stems.zip' }])
    const { json } = await sendForm(svc, '/api/studio/assets', cookie, zip)
    const stems = String(Reflect.get(Object(Reflect.get(Object(json), 'asset')), 'id'))
    const [cover, background, face, wave] = [
      await uploadPicture(svc, nova, picture(1)),
      await uploadPicture(svc, nova, picture(2)),
      await uploadPicture(svc, nova, picture(3)),
      await uploadPicture(svc, nova, picture(4)),
    ]
    const profile = (pfpAssetId: string | null) =>
      svc.call('POST', '/api/auth/update-profile', { cookie, body: { pfpAssetId } })
    const track = (stemsAssetId: string | null) =>
      svc.call('PATCH', `/api/studio/tracks/${dawn.id}`, { cookie, body: { stemsAssetId } })
    await patchCasset(svc, nova, { coverAssetId: cover, backgroundAssetId: background })
    await profile(face)
    await track(stems)
    const emoji = await svc.call('POST', '/api/studio/emojis', {
      cookie,
      body: { shortcode: 'wave', assetId: wave, price: 0 },
    })
    const emojiId = Reflect.get(Object(Reflect.get(Object(emoji.json), 'emoji')), 'id')
    const uses: [id: string, where: string, use: string, takeOut: () => Promise<unknown>][] = [
      [cover, 'the cover of your casset', 'cover', () => patchCasset(svc, nova, { coverAssetId: null })],
      [
        background,
        'the background of your page',
        'background',
        () => patchCasset(svc, nova, { backgroundAssetId: null }),
      ],
      [face, 'your picture', 'picture', () => profile(null)],
      [stems, 'the stems of "Dawn"', 'stems', () => track(null)],
      [wave, 'the emoji :wave:', 'emoji', () => svc.call('DELETE', `/api/studio/emojis/${emojiId}`, { cookie })],
    ]
    const listed = await svc.call('GET', '/api/studio/assets', { cookie })
    for (const [id, where, use, takeOut] of uses) {
      const shown = Object(listed.json).assets.find((asset: { id: string }) => asset.id === id)
      expect(shown).toMatchObject({ id, usedFor: [use] })
      const { status, json: refused } = await remove(svc, nova, id)
      const hint = `It is ${where}. Change that first, then delete it.`
      expect([status, refused]).toEqual([409, { error: 'This file is in use.', code: 'BAD_STATE', hint }])
      await takeOut()
      expect([use, (await remove(svc, nova, id)).status]).toEqual([use, 204])
    }
    await svc.ctx.jobs.idle()
    expect(svc.ctx.db.$client.query('PRAGMA foreign_key_check').all()).toEqual([])
    expect((await svc.call('GET', '/api/studio/assets', { cookie })).json).toEqual({ assets: [], nextCursor: null })
  })

  test('is listed to its artist alone, page by page, newest first', async () => {
    const svc = await sharedServer()
    const [ada, bob] = [cast(svc.ctx, 'ada'), cast(svc.ctx, 'bob')]
    await uploadPicture(svc, bob, picture(9))
    const ids = [
      await uploadPicture(svc, ada, picture(1)),
      await uploadPicture(svc, ada, picture(2)),
      await uploadPicture(svc, ada, picture(3)),
    ]
    const list = (query: string) => svc.call('GET', `/api/studio/assets${query}`, { cookie: ada.cookie })
    const first = await list('?limit=2')
    const bytes = picture(3).length
    expect(first.json).toEqual({
      assets: [
        {
          id: ids[2],
          kind: 'image',
          name: 'wave.png',
          bytes,
          storedBytes: expect.any(Number),
          createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
          usedFor: [],
        },
        expect.objectContaining({ id: ids[1] }),
      ],
      nextCursor: ids[1],
    })
    expect((await list(`?limit=2&cursor=${ids[1]}`)).json).toMatchObject({ assets: [{ id: ids[0] }], nextCursor: null })
    for (const cursor of ['x', '%', `${ids[1]}x`]) {
      expect((await list(`?cursor=${cursor}`)).json).toMatchObject({ code: 'VALIDATION', field: 'cursor' })
    }
  })
})

describe('The owner of the instance', () => {
  test('sees every account with what it stores, and trusts them one by one', async () => {
    await using svc = await startServer({ env: { ACCOUNT_QUOTA_GB: '0' } })
    const { nova, ada, draft, hidden, dawn, kettle } = await world(svc)
    svc.ctx.db.$client.run("UPDATE users SET role = 'owner' WHERE id = ?", [nova.userId])
    const { cookie } = nova
    const list = (query = '') => svc.call('GET', `/api/admin/accounts${query}`, { cookie })
    const stored = [dawn, kettle].reduce((sum, { bytes, hookBytes }) => sum + bytes + (hookBytes ?? 0), 0)
    const { json } = await list()
    const account = (person: Person, changes: object = {}) => ({
      id: person.userId,
      handle: person.handle,
      displayName: expect.any(String),
      email: `${person.handle}@example.com`,
      trusted: false,
      verified: false,
      suspended: false,
      bytes: 0,
      createdAt: expect.stringMatching(/Z$/),
      ...changes,
    })
    expect(json).toEqual({
      accounts: [
        account(hidden, { bytes: expect.any(Number) }),
        account(draft),
        account(ada),
        account(nova, { trusted: true, bytes: stored }),
      ],
      nextCursor: null,
    })
    expect((await list('?limit=1')).json).toMatchObject({ accounts: [{ handle: 'hidden' }], nextCursor: hidden.userId })
    expect((await list(`?limit=1&cursor=${hidden.userId}`)).json).toMatchObject({ accounts: [{ handle: 'draft' }] })
    const found: [q: string, handles: string[]][] = [
      ['%40ada', ['ada']],
      ['ADA', ['ada']],
      ['nova@exa', ['nova']],
      ['exam', ['hidden', 'draft', 'ada', 'nova']],
      ['nova%20hid', []],
      ['%25', []],
      ['_', []],
      ['', ['hidden', 'draft', 'ada', 'nova']],
    ]
    for (const [q, handles] of found) {
      const { accounts } = Object((await list(`?q=${q}`)).json)
      expect([q, accounts.map(({ handle }: { handle: string }) => handle)]).toEqual([q, handles])
    }
    const second = `?q=exam&limit=1&cursor=${hidden.userId}`
    expect((await list(second)).json).toMatchObject({ accounts: [{ handle: 'draft' }], nextCursor: draft.userId })

    await expect(uploadPicture(svc, ada, square)).rejects.toThrow('409')
    const path = `/api/admin/accounts/${ada.userId}`
    const trust = (trusted: unknown, at = path) => svc.call('PATCH', at, { cookie, body: { trusted } })
    const { status, json: changed } = await trust(true)
    expect([status, changed]).toEqual([200, { account: account(ada, { trusted: true }) }])
    await uploadPicture(svc, ada, square)
    expect((await trust(false)).json).toMatchObject({ account: { trusted: false, bytes: expect.any(Number) } })
    await expect(uploadPicture(svc, ada, square)).rejects.toThrow('409')
    expect((await trust('yes')).status).toBe(400)

    // Whether an artist is verified is said at once wherever it is shown.
    const shown = async () => [
      Object((await svc.call('GET', '/api/v1/artists/nova')).json).artist.verified,
      (await svc.call('GET', '/@nova')).text.includes('Verified artist'),
    ]
    expect(await shown()).toEqual([false, false])
    for (const verified of [true, false]) {
      const marked = await svc.call('PATCH', `/api/admin/accounts/${nova.userId}`, { cookie, body: { verified } })
      expect([marked.status, marked.json]).toMatchObject([200, { account: { trusted: true, verified } }])
      expect(await shown()).toEqual([verified, verified])
    }
    expect((await trust(true, `/api/admin/accounts/${svc.ctx.uuid()}`)).status).toBe(404)
    expect((await trust(false, `/api/admin/accounts/${nova.userId}`)).json).toMatchObject({ code: 'BAD_STATE' })
    expect((await trust(true, `/api/admin/accounts/${nova.userId}`)).status).toBe(200)

    // There is nothing to decide about a deleted account, and the list still works.
    expect((await svc.call('POST', '/api/auth/account/delete', { cookie: ada.cookie, body: {} })).status).toBe(204)
    const [, , gone] = Object((await list()).json).accounts
    expect(gone).toMatchObject({ id: ada.userId, displayName: 'Deleted account', email: null })
    const refused = { error: 'This account was deleted.', code: 'BAD_STATE' }
    expect([(await trust(true)).json, (await list('?q=deleted')).json]).toMatchObject([refused, { accounts: [] }])
    const page = (await svc.call('GET', '/desk/people', { cookie })).text
    expect([page.includes('Nobody can sign in to it any more'), page.includes('No storage limit for Deleted')]).toEqual(
      [true, false],
    )
  })

  test('alone may do so, and alone has the page and its tab', async () => {
    await using svc = await startServer()
    const { nova, ada } = await world(svc)
    svc.ctx.db.$client.run("UPDATE users SET role = 'owner' WHERE id = ?", [nova.userId])
    const forbidden = { error: 'Only the owner of this site can do this.', code: 'FORBIDDEN' }
    const body = { trusted: true }
    for (const [method, path] of [
      ['GET', '/api/admin/accounts'],
      ['PATCH', `/api/admin/accounts/${ada.userId}`],
      ['PATCH', `/api/admin/accounts/${svc.ctx.uuid()}`],
    ] as const) {
      const answer = await svc.call(method, path, { cookie: ada.cookie, ...(method === 'PATCH' ? { body } : {}) })
      expect([answer.status, answer.json]).toEqual([403, forbidden])
    }
    expect(
      svc.ctx.db
        .select({ trusted: users.trusted })
        .from(users)
        .all()
        .some(({ trusted }) => trusted),
    ).toBe(false)
    const page = async (path: string, { cookie }: Person) => svc.call('GET', path, { cookie })
    expect((await page('/desk/people', ada)).status).toBe(403)
    expect((await page('/studio/codes', ada)).text).not.toContain('/desk/people')
    expect((await page('/desk', nova)).text).toContain('href="/desk/people"')
    expect((await page('/desk/people?q=ada', nova)).text).toContain('ada@example.com')
    expect((await svc.call('GET', '/desk/people')).headers.get('location')).toBe('/login?next=%2Fdesk%2Fpeople')
  })

  test('cannot be made by signing up with more than the form has', async () => {
    const svc = await sharedServer()
    const answer = await svc.call('POST', '/api/auth/signup', { body: signUpBody('eve', { trusted: true }) })
    expect([answer.status, answer.json]).toMatchObject([400, { field: 'trusted' }])
  })
})

test('the studio shows its artist what they store while a quota applies, and not otherwise', async () => {
  const svc = await sharedServer()
  const { nova } = await world(svc)
  const text = async () => (await svc.call('GET', '/studio', { cookie: nova.cookie })).text
  expect(await text()).toMatch(/13\.9 KB of 10 GB used/)
  svc.ctx.db.update(users).set({ trusted: true }).run()
  expect(await text()).not.toContain(' used<')
  svc.ctx.db.delete(tracks).run()
})
