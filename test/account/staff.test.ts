import { expect, test } from 'bun:test'
import { changeUser } from '../../src/account/change-user.ts'
import { makeOwner } from '../../src/account/owner/make-owner.ts'
import { createApp } from '../../src/app.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { cast } from '../support/world.ts'

/** A site with nova, who owns it, ada, a listener, and a helper for each of the three roles. */
async function staffed() {
  const svc = await startServer({ env: { PAYMENTS: 'test' } })
  const [nova, ada, mo, mia, al] = ['nova', 'ada', 'moe', 'mia', 'alf'].map((name) => cast(svc.ctx, name))
  if (!nova || !ada || !mo || !mia || !al) throw new Error('Nobody is there.')
  makeOwner(svc.ctx, 'nova@example.com')
  const name = (account: string, helps: string, cookie = nova.cookie) =>
    svc.call('PUT', '/api/desk/helpers', { cookie, body: { account, helps } })
  changeUser(svc.ctx, mo.userId, { emailVerifiedAt: 1 })
  await name('moe@example.com', 'moderation')
  await name('@mia', 'money')
  await name('alf', 'all')
  return { svc, name, owner: nova, member: ada, moderation: mo, money: mia, all: al }
}

// Written down here, apart from the program: who may open what of the desk.
const people = ['owner', 'all', 'moderation']
const money = ['owner', 'all', 'money']
const site = ['owner', 'all']
// The page of versions is for helpers too.
const onlyOwner: readonly [RegExp, readonly string[]] = [/upgrade/, ['owner']]
const admitted: readonly [pattern: RegExp, roles: readonly string[]][] = [
  [
    /^\/(?:api\/)?desk\/helpers|^\/desk\/setup|^\/api\/(?:admin\/tracks|desk\/site$|desk\/guests\/erase)|\/delete$/,
    ['owner'],
  ],
  [
    /^\/api\/admin\/(?:accounts|invitations)|^\/studio\/invitations|^\/(?:api\/)?desk\/(?:decisions|decide|people|reports|guests?(?:\/|$))/,
    people,
  ],
  [
    /^\/api\/admin\/(?:sellers|ledger|statements)|^\/studio\/sellers|^\/(?:api\/)?desk\/(?:vat|statements|withdrawals)/,
    money,
  ],
  [/^\/(?:api\/)?desk/, site],
]

const nothing = '0193b5a0-0000-7000-8000-000000000000'
const isOfDesk = /^\/(?:api\/(?:desk|admin)|desk|studio\/(?:invitations|sellers))(?:\/|$|\.)/

const ask = async (svc: TestServer, method: string, path: string, cookie?: string) => {
  if (method !== 'POST' || path !== '/api/desk/upgrade')
    return svc.call(method, path, { cookie, ...(method === 'GET' ? {} : { body: {} }) })
  const headers = { 'sec-fetch-site': 'same-origin', ...(cookie === undefined ? {} : { cookie }) }
  return svc.fetch(path, { method, headers, body: new FormData() })
}

test('each route and page of the desk admits the owner, the helpers who are named for it, and nobody else', async () => {
  const { svc, name: _, ...everybody } = await staffed()
  await using __ = svc
  const routes = (await createApp(svc.ctx)).routes
    .filter(({ path }) => isOfDesk.test(path))
    .map(({ method, path }) => ({
      method,
      path,
      at: path.replaceAll(/:\w+/g, nothing).replace(`setup/${nothing}`, 'setup/email'),
    }))
  expect(routes.length).toBeGreaterThan(25)
  const wrong: string[] = []
  for (const { method, path, at } of routes) {
    const isUpgrade = method === 'POST' && path.startsWith('/api/desk/upgrade')
    const known = isUpgrade ? onlyOwner : admitted.find(([pattern]) => pattern.test(path))
    if (!known) wrong.push(`${path} is in no part of the desk`)
    for (const [role, { cookie }] of Object.entries(everybody)) {
      const { status } = await ask(svc, method, at, cookie)
      const isAdmitted = status !== 403
      if (isAdmitted !== known?.[1].includes(role)) wrong.push(`${method} ${path} as ${role}: ${status}`)
    }
    const { status } = await ask(svc, method, at)
    if (status !== 401 && status !== 303) wrong.push(`${method} ${path} signed out: ${status}`)
  }
  expect(wrong).toEqual([])
})

test('only the owner names helpers, who have the tabs of what they help with and lose them when it ends', async () => {
  const { svc, name, owner, member, moderation, all } = await staffed()
  await using _ = svc
  expect((await name('ada', 'all', all.cookie)).status).toBe(403)
  expect((await name('nobody', 'all')).json).toMatchObject({ field: 'account' })
  expect((await name('nova', 'moderation')).status).toBe(409)
  const { json } = await svc.call('GET', '/api/desk/helpers', { cookie: owner.cookie })
  expect(Reflect.get(Object(json), 'helpers')).toMatchObject([
    { handle: 'alf', helps: 'all' },
    { handle: 'mia', helps: 'money' },
    { handle: 'moe', helps: 'moderation' },
  ])
  const linksOf = async (path: string, cookie: string) => {
    const { text } = await svc.call('GET', path, { cookie })
    return [...text.matchAll(/href="(\/(?:desk(?:\/[a-z]+)?|studio\/(?:invitations|sellers)))"/g)].map(
      ([, link = '']) => link,
    )
  }
  // The menu leads to the desk, its rail has the rooms, and each room its pages.
  const tabs = async (cookie: string) => {
    const found = new Set(await linksOf('/studio/files', cookie))
    for (const path of found) for (const each of await linksOf(path, cookie)) found.add(each)
    return found
  }
  expect(await tabs(moderation.cookie)).toEqual(
    new Set(['/desk/reports', '/desk/decisions', '/desk/people', '/desk/guest', '/studio/invitations']),
  )
  expect(await tabs(member.cookie)).toEqual(new Set())
  expect((await svc.call('DELETE', `/api/desk/helpers/${moderation.userId}`, { cookie: owner.cookie })).status).toBe(
    204,
  )
  expect((await svc.call('DELETE', `/api/desk/helpers/${moderation.userId}`, { cookie: owner.cookie })).status).toBe(
    404,
  )
  expect(await tabs(moderation.cookie)).toEqual(new Set())
  expect((await svc.call('GET', '/api/admin/accounts', { cookie: moderation.cookie })).status).toBe(403)
})

test('a site has twenty helpers at most, each of whom can get other work', async () => {
  const { svc, name } = await staffed()
  await using _ = svc
  const statuses: number[] = []
  for (let at = 4; at <= 21; at += 1) {
    cast(svc.ctx, `helper-${at}`)
    statuses.push((await name(`helper-${at}`, 'money')).status)
  }
  expect(statuses).toEqual([...Array.from({ length: 17 }, () => 200), 409])
  expect((await name('mia', 'all')).status).toBe(200)
})

test('a helper for all can close the site and open it again; one for money is kept out meanwhile', async () => {
  const { svc, all, money } = await staffed()
  await using _ = svc
  const close = (isOn: boolean) =>
    svc.call('PUT', '/api/desk/maintenance', { cookie: all.cookie, body: { isOn, text: '' } })
  expect((await close(true)).status).toBe(204)
  expect((await svc.call('GET', '/desk/health', { cookie: all.cookie })).status).toBe(200)
  expect((await svc.call('GET', '/studio/sellers', { cookie: money.cookie })).status).toBe(503)
  expect((await close(false)).status).toBe(204)
})

test('an address that nobody confirmed names no helper, since anybody may have written it', async () => {
  const { svc, name, owner, member } = await staffed()
  await using _ = svc
  const refused = await name('ada@example.com', 'all')
  expect([refused.status, refused.json]).toMatchObject([400, { field: 'account' }])
  expect((await svc.call('GET', '/api/desk/settings', { cookie: member.cookie })).status).toBe(403)
  expect((await name('ada', 'all')).status).toBe(200)
  expect((await svc.call('GET', '/desk/helpers', { cookie: owner.cookie })).text).toContain('@ada')
  // The handle of a deleted account cannot be named either.
  expect((await svc.call('POST', '/api/auth/account/delete', { cookie: member.cookie, body: {} })).status).toBe(204)
  expect((await name('ada', 'all')).status).toBe(400)
})

test('a helper who becomes the owner helps no longer, also not once another one owns the site', async () => {
  const { svc, all, member } = await staffed()
  await using _ = svc
  makeOwner(svc.ctx, 'alf@example.com')
  const { json } = await svc.call('GET', '/api/desk/helpers', { cookie: all.cookie })
  expect(Reflect.get(Object(json), 'helpers')).toMatchObject([{ handle: 'mia' }, { handle: 'moe' }])
  makeOwner(svc.ctx, 'ada@example.com')
  expect((await svc.call('GET', '/api/desk/settings', { cookie: all.cookie })).status).toBe(403)
  expect((await svc.call('GET', '/api/desk/settings', { cookie: member.cookie })).status).toBe(200)
})

test('a suspended account is not made the owner, for whom the desk would be closed', async () => {
  const { svc, member, owner } = await staffed()
  await using _ = svc
  changeUser(svc.ctx, member.userId, { suspended: 'terms' })
  expect(() => makeOwner(svc.ctx, 'ada@example.com')).toThrow('suspended')
  expect((await svc.call('GET', '/api/desk/settings', { cookie: owner.cookie })).status).toBe(200)
})
