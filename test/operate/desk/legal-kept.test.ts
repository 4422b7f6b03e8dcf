import { expect, test } from 'bun:test'
import { readConfig } from '../../../src/config.ts'
import { cacheNames, cookieDays, lastingKeys, tabKeys } from '../../../src/lib/stored/in-browsers.ts'
import { draftOf } from '../../../src/operate/desk/legal/draft.ts'
import { tablesByPart } from '../../../src/operate/desk/legal/kept-of-people.ts'
import { reasonsOf } from '../../../src/platform/mail/foot/email-kinds.ts'
import { startServer } from '../../support/server.ts'
import { allSources } from '../../support/sources.ts'

const sources = (await allSources()).filter(({ path }) => /^(?:src|public)\//.test(path))
const isList = (path: string) => path === 'src/lib/stored/in-browsers.ts'
const found = (pattern: RegExp) => [
  ...new Set(
    sources
      .filter(({ path }) => !isList(path))
      .flatMap(({ text }) => [...text.matchAll(pattern)].map(([, name]) => name)),
  ),
]

test('every cookie is in the list of what browsers keep, and the draft on privacy names it', async () => {
  const names = [...found(/\b(svc_[a-z]+)\b/g), ...found(/\bcookieOf\(request, '(\w+)'/g)]
  expect(names.toSorted()).toEqual(Object.keys(cookieDays).toSorted())
  await using svc = await startServer({ env: { LANGUAGES: 'en' } })
  const draft = draftOf(svc.ctx, 'PRIVACY_POLICY')
  for (const [name, days] of Object.entries(cookieDays))
    expect(draft).toMatch(
      new RegExp(`\\| Cookie ${name} \\| .+ \\| ${days === 0 ? 'until the browser' : `${days} day`}`),
    )
  for (const key of lastingKeys) expect(draft).toContain(`| ${key.trim()} |`)
})

test('every key of storage is in the list: it is written through a store that takes no other', () => {
  // The uploads' own library writes those of "tus::", and a cookie has the quality.
  const direct = sources.filter(
    ({ path, text }) => !isList(path) && /\b(?:localStorage|sessionStorage|indexedDB|document\.cookie)\b/.test(text),
  )
  expect(direct.map(({ path }) => path).toSorted()).toEqual([
    'public/islands/studio/upload/cut-uploads.ts',
    'public/lib/store.ts',
    'public/player/quality.ts',
  ])
  const keys = [...lastingKeys, ...tabKeys, 'tapedeck.playing'].map((key) => key.trim())
  const inBrowser = sources.filter(({ path }) => path.startsWith('public/'))
  const named = inBrowser.flatMap(({ text }) => [...text.matchAll(/['"`]((?:tapedeck\.|push-id |tus::)[a-z-]*)/g)])
  const written = named.map(([, key = '']) => key.trim())
  expect(written.filter((key) => !keys.some((each) => each.startsWith(key)))).toEqual([])
})

test('every cache of the service worker is in the list', () => {
  const names = found(/\b(?:shellName|pagesName|soundCache) = ['`]([\w-]+)/g)
  expect(names.toSorted()).toEqual([...cacheNames].toSorted())
  expect(found(/caches\.open\((\w+)\)/g).toSorted()).toEqual(['name', 'pagesName', 'shellName', 'soundCache'])
})

test('every table with something of a person is told in a part of the draft on privacy', async () => {
  await using svc = await startServer()
  const rows = svc.ctx.db.$client
    .query<{ name: string }, []>(
      `SELECT DISTINCT m.name FROM sqlite_schema m JOIN pragma_table_info(m.name) c WHERE m.type = 'table' AND
       (c.name IN ('user_id', 'artist_id', 'author_id', 'reporter_id', 'actor_id', 'payer_id', 'holder_id', 'licensee',
       'user_agent', 'seller_name', 'recipient') OR c.name LIKE '%email') ORDER BY m.name`,
    )
    .all()
  expect(Object.values(tablesByPart).flat().toSorted()).toEqual(rows.map(({ name }) => name))
})

test('every reason for an email is in the draft of a site that sends them, and whom else data reaches', async () => {
  const env = {
    LANGUAGES: 'en',
    PAYMENTS: 'stripe',
    STRIPE_SECRET_KEY: 'sk_test_1',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
    ...{ SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'us@music.example', BACKUP_TO: '/tmp/never' },
  }
  await using svc = await startServer({ env: { LANGUAGES: 'en' } })
  const bare = draftOf(svc.ctx, 'PRIVACY_POLICY') ?? ''
  const full = draftOf({ ...svc.ctx, config: readConfig(env) }, 'PRIVACY_POLICY') ?? ''
  for (const reason of reasonsOf('Tapedeck'))
    expect([full.includes(reason), bare.includes(reason)]).toEqual([true, false])
  for (const other of ['- payments: Stripe', '- email: [[', '- backups: [['])
    expect([full.includes(other), bare.includes(other)]).toEqual([true, false])
  expect(bare).toContain('This site sends no email.')
})
