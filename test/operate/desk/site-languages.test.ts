import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { makeOwner } from '../../../src/account/owner/make-owner.ts'
import { browserTest, islandReady, openPage, useBrowser } from '../../support/browser.ts'
import { one, openDesk } from '../../support/operate/open-desk.ts'
import { type ServerProcess, startProcess } from '../../support/process.ts'
import { startServer } from '../../support/server.ts'
import { cast } from '../../support/world.ts'

useBrowser()

const told = 'Your site can speak five languages'

async function languageOf({ call }: Pick<ServerProcess, 'call'>, path: string, accepted: string, cookie?: string) {
  const headers = { accept: 'text/html', 'accept-language': accepted }
  return (await call('GET', path, { headers, cookie })).headers.get('content-language') ?? 'none'
}

/** Makes the database one that a former program left: without the migration about languages. */
function ofFormerProgram(dataDir: string): void {
  using db = new Database(join(dataDir, 'tapedeck.db'))
  db.run("DELETE FROM migrations WHERE name = '0700_languages'")
}

test('a new site speaks five languages; one from before stays with English, and says once that it can speak more', async () => {
  const { folder, svc, cookie } = await openDesk()
  using _ = folder
  const desk = async ({ call }: ServerProcess) =>
    (await call('GET', '/desk', { cookie, headers: { accept: 'text/html' } })).text.includes(told)
  const languages = ['en', 'de', 'es', 'fr', 'ja']
  for (const each of languages) expect(await languageOf(svc, '/', each)).toBe(each)
  expect([await languageOf(svc, '/', 'nl'), await desk(svc)]).toEqual(['en', false])
  await svc.end('SIGTERM')
  ofFormerProgram(folder.path)
  await using later = await startProcess({ dataDir: folder.path })
  for (const each of languages) expect(await languageOf(later, '/', each)).toBe('none')
  expect(await desk(later)).toBe(true)
  const set = async (value: string | null) => {
    const { status } = await later.call('PATCH', '/api/desk/settings', { cookie, body: one('LANGUAGES', value) })
    expect([value, status]).toEqual([value, 204])
  }
  await set('en')
  expect([await languageOf(later, '/', 'de'), await desk(later)]).toEqual(['none', false])
  await set('fr, de')
  expect([await languageOf(later, '/', 'de'), await languageOf(later, '/', 'ja')]).toEqual(['de', 'fr'])

  // Somebody reads in a language that is switched off, and on again.
  const choose = (language: string) =>
    later.fetch('/language', {
      method: 'POST',
      redirect: 'manual',
      headers: { cookie },
      body: new URLSearchParams({ language }),
    })
  expect((await choose('de')).status).toBe(303)
  const guest = 'svc_language=de'
  const both = async () => [
    await languageOf(later, '/account', 'ja', cookie),
    await languageOf(later, '/login', 'ja', guest),
  ]
  expect(await both()).toEqual(['de', 'de'])
  const page = await (await later.fetch('/login', { headers: { cookie: guest } })).text()
  const script = /<script type="module" src="([^"]+)"/.exec(page)?.[1] ?? ''
  await set('fr, ja')
  expect(await both()).toEqual(['ja', 'ja'])
  // The page that is still open has its scripts, and its key for the language says what is so.
  expect((await later.fetch(script)).status).toBe(200)
  expect((await choose('de')).status).toBe(400)
  await set(null)
  expect(await both()).toEqual(['de', 'de'])
})

browserTest('the first start asks for languages with ticks, the owner’s own first, and so does the desk', async () => {
  await using svc = await startServer()
  const nova = cast(svc.ctx, 'nova')
  makeOwner(svc.ctx, 'nova@example.com')
  const stored = () =>
    svc.ctx.db.$client.query("SELECT value FROM setting_changes WHERE name = 'LANGUAGES' ORDER BY id").values().flat()
  await using opened = await openPage(svc, '/desk/setup?step=site', { as: nova, locale: 'de-DE' })
  const { page } = opened
  await islandReady(page, 'desk/setup/setup')
  expect(await page.getByLabel('Für alle anderen').inputValue()).toBe('de')
  await page.getByLabel('Name der Website').fill('Hafen')
  await page.getByLabel('Español').uncheck()
  await page.getByLabel('日本語').uncheck()
  await page.getByRole('button', { name: 'Speichern und weiter' }).click()
  await page.waitForURL(/step=address/)
  expect(stored()).toEqual(['de, en, fr'])
  await page.goto(`${svc.url}/desk#site`)
  await islandReady(page, 'desk/groups')
  const ticked = page.locator('#site [type=checkbox]:checked')
  expect(await ticked.count()).toBe(3)
  await page.getByLabel('Für alle anderen').selectOption('fr')
  await page.locator('#site').getByLabel('Deutsch').uncheck()
  await page.locator('#site').getByLabel('English').uncheck()
  expect(await page.locator('#site').getByLabel('Français').isDisabled()).toBe(true)
  // Its own language is off: the page comes again, in one that the site speaks.
  const loaded = page.waitForEvent('load')
  await page.locator('#site').getByRole('button', { name: 'Speichern' }).click()
  await loaded
  expect(stored()).toEqual(['de, en, fr', 'fr'])
  expect(opened.problems).toEqual([])
})
