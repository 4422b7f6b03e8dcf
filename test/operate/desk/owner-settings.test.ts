import { expect, setDefaultTimeout, test } from 'bun:test'
import { isSecret, settingOf, settings } from '../../../src/platform/setting/settings.ts'
import { storeSettings } from '../../../src/platform/setting/stored-settings.ts'
import { testLimitMs } from '../../support/limits.ts'
import { roles, staffed } from '../../support/operate/desk-doors.ts'
import { one } from '../../support/operate/open-desk.ts'
import { startServer, type TestServer } from '../../support/server.ts'
import type { Person } from '../../support/world.ts'

setDefaultTimeout(testLimitMs)

// The settings that cannot send anything elsewhere, listed apart from the program: a new setting is
// not among them until somebody has thought about it twice.
const harmless = new Set(
  `SITE_NAME SITE_PICTURE SITE_LINE SITE_COLOR START_PAGE LANGUAGES IMPRINT PRIVACY_POLICY TERMS
  CONTACT DROP_RULES   LETTERS_PER_MINUTE BACKUP_HOUR REGISTRATION BLOCKED_WORDS BLOCKED_EMAIL_DOMAINS NEW_ACCOUNT_DAYS
  MAX_UPLOAD_MB STREAMS_PER_ADDRESS ACCOUNT_QUOTA_GB KEEP_FREE_MB PUBLIC_API`.split(/\s+/),
)

const patch = ({ call }: TestServer, { cookie }: Person, body: object) =>
  call('PATCH', '/api/desk/settings', { cookie, body })

const stored = ({ ctx }: TestServer) =>
  ctx.db.$client.query('SELECT name, value, is_set, user_id FROM setting_changes ORDER BY id').values()

/** The names in a list of the desk as somebody reads it. */
async function namesIn(
  svc: TestServer,
  { cookie }: Person,
  list: 'settings' | 'changes',
  isShown = (_: object) => true,
) {
  const { json } = await svc.call('GET', '/api/desk/settings', { cookie })
  const found: unknown = Object(json)[list]
  return (Array.isArray(found) ? found : []).filter(isShown).map(({ name }) => String(name))
}

test('of all settings a helper changes and undoes those alone that lead nothing anywhere, and is shown no others', async () => {
  await using svc = await startServer({ limiter: { take: () => 0 } })
  const { actors } = staffed(svc)
  const { owner, all } = actors
  expect([...harmless].filter((name) => settingOf(name) === undefined)).toEqual([])
  for (const { name } of settings) {
    storeSettings(
      svc.ctx,
      [settingOf(name) ?? expect.unreachable()].map((setting) => ({ setting, value: 'x' })),
      owner.userId,
    )
    const before = stored(svc)
    const newest = svc.ctx.db.$client.query('SELECT max(id) FROM setting_changes').values().flat()
    for (const role of roles) {
      const isAllowed = role === 'owner' || (role === 'all' && harmless.has(name))
      const { cookie } = actors[role]
      // A role that may ask for both is refused because of what they ask (409), any other role for
      // being that role (403).
      const changed = await patch(svc, actors[role], { settings: [{ name, value: 'y', change: null }], anyway: true })
      expect([name, role, changed.status]).toEqual([name, role, isAllowed ? 409 : 403])
      if (isAllowed && !isSecret(name)) continue
      const undone = await svc.call('POST', `/api/desk/changes/${newest}/undo`, { cookie, body: {} })
      expect([name, role, undone.status]).toEqual([name, role, isAllowed ? 409 : 403])
    }
    expect(stored(svc)).toEqual(before)
  }
  expect(new Set(await namesIn(svc, owner, 'settings'))).toEqual(new Set(settings.map(({ name }) => name)))
  expect(new Set(await namesIn(svc, all, 'settings'))).toEqual(harmless)
  const canUndo = (change: object) => Object(change).canUndo === true
  expect((await namesIn(svc, all, 'changes', canUndo)).filter((name) => !harmless.has(name))).toEqual([])
})

test('a setting of the owner among others, or beside an unknown one, is refused as a whole', async () => {
  await using svc = await startServer()
  const { all } = staffed(svc).actors
  for (const name of ['OIDC_ISSUER', 'BACKUP_S3_ENDPOINT', 'UNKNOWN']) {
    const settings = [
      ...one('SITE_NAME', 'Ours').settings,
      ...one('BASE_URL', svc.url).settings,
      ...one(name, 'x').settings,
    ]
    expect([name, (await patch(svc, all, { settings })).status]).toEqual([name, 403])
  }
  expect(stored(svc)).toEqual([])
})

test('another address for a secret asks for that secret again, of the owner too', async () => {
  await using svc = await startServer()
  const { owner } = staffed(svc).actors
  const to = (value: string | null) => one('OIDC_ISSUER', value).settings
  const withSecret = [
    ...one('OIDC_CLIENT_ID', 'tapedeck').settings,
    ...one('OIDC_CLIENT_SECRET', 'told to one').settings,
  ]
  expect((await patch(svc, owner, { settings: [...to('https://one.example'), ...withSecret] })).status).toBe(204)
  const before = stored(svc)
  expect((await patch(svc, owner, { settings: to('https://two.example') })).json).toMatchObject({
    code: 'VALIDATION',
    field: 'OIDC_CLIENT_SECRET',
  })
  expect(stored(svc)).toEqual(before)
  expect((await patch(svc, owner, { settings: to('https://one.example') })).status).toBe(204)
  expect((await patch(svc, owner, { settings: [...to('https://two.example'), ...withSecret] })).status).toBe(204)
})

test('helpers have no page of the questions of the first start, which set what is the owner’s', async () => {
  await using svc = await startServer()
  const { owner, all } = staffed(svc).actors
  const read = ({ cookie }: Person, path: string) => svc.fetch(path, { headers: { cookie, accept: 'text/html' } })
  expect([(await read(all, '/desk/setup')).status, (await read(owner, '/desk/setup')).status]).toEqual([403, 200])
  const page = await (await read(all, '/desk')).text()
  expect(page).not.toContain('/desk/setup')
  for (const { name } of settings) expect([name, page.includes(`name="${name}"`)]).toEqual([name, harmless.has(name)])
})
