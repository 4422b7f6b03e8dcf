import { expect, test } from 'bun:test'
import MessageFormat from '@messageformat/core'
import { users } from '../../db/schema/account/account.ts'
import { languageNames, languages } from '../../src/lib/language/languages.ts'
import { messagesIn, withoutNote } from '../../src/lib/language/message.ts'
import { readTable } from '../../src/lib/language/read-table.ts'
import { currentLanguage, inLanguage, say } from '../../src/lib/language/say.ts'
import de from '../../src/lib/language/tables/de.json'
import es from '../../src/lib/language/tables/es.json'
import fr from '../../src/lib/language/tables/fr.json'
import ja from '../../src/lib/language/tables/ja.json'
import { inTheirLanguage } from '../../src/platform/http/request/language.ts'
import { browserTest, islandReady, openPage, useBrowser } from '../support/browser.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { allSources } from '../support/sources.ts'
import { cast } from '../support/world.ts'

/** Returns the language in which a request of a browser that likes German is answered. */
function inTheirLanguageOf({ ctx, url }: TestServer, path: string, init: RequestInit = {}): string {
  let language = ''
  const answer = inTheirLanguage(ctx, () => {
    language = currentLanguage()
    return new Response()
  })
  void answer(new Request(url + path, { ...init, headers: { 'accept-language': 'de', ...Object(init.headers) } }))
  return language
}

useBrowser()

const html = { accept: 'text/html' }
const sources = await allSources()
const messages = [
  ...new Set(
    sources
      .filter(({ path }) => /^(?:src|public)\//.test(path) && !path.startsWith('src/lib/language/'))
      .flatMap(({ text }) => messagesIn(text)),
  ),
].toSorted()
const tables: Readonly<Record<string, Readonly<Record<string, string>>>> = { de, es, fr, ja }

test('each language has a text for each message of the program, and for nothing else', () => {
  const found = Object.fromEntries(
    Object.entries(tables).map(([language, table]) => [language, Object.keys(table).toSorted()]),
  )
  expect(found).toEqual(Object.fromEntries(Object.keys(tables).map((language) => [language, messages])))
})

const compare = (a: string, b: string) => Number(a > b) - Number(a < b)

test('each table of texts is sorted without regard to capitals', () => {
  for (const table of Object.values(tables)) {
    const keys = Object.keys(table)
    expect(keys).toEqual(keys.toSorted((a, b) => compare(a.toLowerCase(), b.toLowerCase()) || compare(a, b)))
  }
})

test('a translation takes the values of its message, has its elements and no plural that its language lacks', () => {
  const namesIn = (text: string) => [...new Set([...text.matchAll(/\{(\w+)[,}]/g)].map(([, name]) => name))].toSorted()
  const tagsIn = (text: string) => [...text.matchAll(/<(\w+)>/g)].map(([, tag]) => tag).toSorted()
  for (const [language, table] of Object.entries(tables)) {
    const format = new MessageFormat(language, { strictPluralKeys: true })
    for (const [message, translated] of Object.entries(table)) {
      expect([message, ...namesIn(translated)]).toEqual([message, ...namesIn(withoutNote(message))])
      expect([message, ...tagsIn(translated)]).toEqual([message, ...tagsIn(withoutNote(message))])
      format.compile(translated)
    }
  }
})

// A browser puts a space before the hidden part of a name.
test('the hidden part of a name begins with no mark that has no space before it', () => {
  const shown = 'TEST<span>: no real money</span>'
  const begun = Object.values(tables).flatMap((table) => Object.entries(table).filter(([message]) => message !== shown))
  expect(begun.flat().filter((text) => /<span>[:：;.]/.test(text))).toEqual([])
})

test('a message that a language has no word for is said in English there, with its values and its plural', () => {
  for (const language of ['de', 'ja'] as const) {
    const said = inLanguage(language, () => [
      say('A message of this test alone. ## for nobody'),
      say('{count, plural, one {# unknown thing} other {# unknown things}} by {name}', { count: 2, name: 'Ada' }),
    ])
    expect(said).toEqual(['A message of this test alone.', '2 unknown things by Ada'])
  }
})

test('each language says its own sentences, and few texts that are the same in English', () => {
  const wordsIn = (text: string) =>
    withoutNote(text)
      .replaceAll(/\{\w+(?:\}|, plural,)|\b(?:one|other) \{/g, '')
      .match(/\p{L}{3,}/gu) ?? []
  for (const [language, table] of Object.entries(tables)) {
    const same = Object.entries(table).filter(([message, text]) => text === withoutNote(message))
    const sentences = same.filter(([message]) => wordsIn(message).length > 3)
    expect([language, ...sentences, same.length < messages.length / 25]).toEqual([language, true])
  }
})

test('a page comes in the language that its browser likes best of those that the site offers', async () => {
  await using svc = await startServer({ env: { LANGUAGES: 'en, de, ja' } })
  const language = async (accepted: string | undefined, cookie?: string) => {
    const headers = { ...html, ...(accepted === undefined ? {} : { 'accept-language': accepted }) }
    const { text, headers: sent } = await svc.call('GET', '/login', { headers, cookie })
    return [/<html lang="([\w-]+)"/.exec(text)?.[1], sent.get('content-language'), /<h1>(.*?)<\/h1>/.exec(text)?.[1]]
  }
  const german = ['de', 'de', 'Anmelden']
  expect(await language('de-AT,de;q=0.9,en;q=0.8')).toEqual(german)
  expect(await language('fr, ja;q=0.5, en;q=0.4')).toEqual(['ja', 'ja', 'ログイン'])
  const english = ['en', 'en', 'Sign in']
  for (const odd of [undefined, '', '*', 'fr', 'de;q=0', 'x'.repeat(5_000), ';;,=', 'en;q=banana'])
    expect([odd, await language(odd)]).toEqual([odd, english])
  // The same page, kept for strangers, in each language in turn.
  expect([await language('de'), await language('en'), await language('de')]).toEqual([german, english, german])
  // A choice wins, unless the site does not offer it.
  expect(await language('en', 'svc_language=de')).toEqual(german)
  expect(await language('en', 'svc_language=fr')).toEqual(english)
  expect(await language('de', 'svc_language=<script>')).toEqual(german)
  const { headers } = await svc.call('GET', '/login', { headers: html })
  expect(headers.get('vary')).toContain('Accept-Language')
  // A file is the same in each language.
  const file = await svc.fetch(svc.ctx.assets.scripts('de').js, { headers: { 'accept-language': 'de' } })
  expect([file.headers.get('content-language'), file.headers.get('vary')]).toEqual([null, 'Accept-Encoding'])
})

test('a language is chosen by a key at the foot of each page, and only one that the site offers', async () => {
  await using svc = await startServer({ env: { LANGUAGES: 'en, de' } })
  const choose = (language: string, referer = `${svc.url}/login?next=%2Fredeem`) =>
    svc.fetch('/language', {
      method: 'POST',
      redirect: 'manual',
      headers: { referer },
      body: new URLSearchParams({ language }),
    })
  const chosen = await choose('de')
  expect([chosen.status, chosen.headers.get('location')]).toEqual([303, '/login?next=%2Fredeem'])
  expect(chosen.headers.get('set-cookie')).toMatch(/^svc_language=de; .*HttpOnly/)
  for (const odd of ['https://evil.example//evil.example/', 'no address', ''])
    expect([odd, (await choose('de', odd)).headers.get('location')]).toEqual([odd, '/'])
  expect([(await choose('fr')).status, (await choose('')).status]).toEqual([400, 400])
  await using one = await startServer({ env: { LANGUAGES: 'en' } })
  const page = await one.call('GET', '/login', { headers: html })
  expect(page.text).not.toContain('action="/language"')
  expect([page.headers.get('content-language'), page.headers.get('vary')]).toEqual([
    null,
    expect.not.stringContaining('Accept-Language'),
  ])
})

test('a site of one language speaks it, whatever a browser likes', async () => {
  await using svc = await startServer({ env: { LANGUAGES: 'de' } })
  for (const headers of [{ ...html, 'accept-language': 'en' }, html])
    expect((await svc.call('GET', '/login', { headers })).text).toContain('<html lang="de"')
})

test('a person who is signed in is answered in the language of their account, whatever the browser likes', async () => {
  await using svc = await startServer({ env: { LANGUAGES: 'en, de, ja' } })
  const ada = cast(svc.ctx, 'ada')
  const account = async (languages: Record<string, string>, cookie = ada.cookie) => {
    const { headers, text } = await svc.call('GET', '/account', { cookie, headers: { ...html, ...languages } })
    return [headers.get('content-language'), /<a class="skip" href="#main">(.*?)<\/a>/.exec(text)?.[1]]
  }
  const choose = (language: string, cookie?: string) =>
    svc.fetch('/language', {
      method: 'POST',
      redirect: 'manual',
      headers: { referer: `${svc.url}/account`, ...(cookie === undefined ? {} : { cookie }) },
      body: new URLSearchParams({ language }),
    })
  const german = ['de', 'Zum Inhalt']
  // Nothing was chosen yet: the browser counts.
  expect(await account({ 'accept-language': 'de' })).toEqual(german)
  expect(await account({ 'accept-language': 'en' })).toEqual(['en', 'Skip to content'])
  expect((await choose('de', ada.cookie)).status).toBe(303)
  expect(await account({ 'accept-language': 'ja' })).toEqual(german)
  expect(await account({ 'accept-language': 'ja' }, `${ada.cookie}; svc_language=en`)).toEqual(german)
  // A stranger in the same browser, and somebody else's account, are not asked.
  const bob = cast(svc.ctx, 'bob')
  expect(await account({ 'accept-language': 'en' }, bob.cookie)).toEqual(['en', 'Skip to content'])
  expect((await choose('ja')).status).toBe(303)
  expect(await account({ 'accept-language': 'en' })).toEqual(german)
  // Bad input changes nothing.
  for (const odd of ['fr', 'DE', 'de ', '', 'x'.repeat(21)])
    expect([odd, (await choose(odd, ada.cookie)).status]).toEqual([odd, 400])
  expect(await account({ 'accept-language': 'en' })).toEqual(german)
  const page = await svc.call('GET', '/account', { cookie: ada.cookie, headers: html })
  expect(page.text).toContain('<option value="de" lang="de" selected>Deutsch</option>')
})

test('an account keeps the language in which it was made, and loses it when the site offers it no longer', async () => {
  await using made = await startServer({ env: { LANGUAGES: 'en, de' } })
  const signedUp = await made.call('POST', '/api/auth/signup/listener', {
    headers: { 'accept-language': 'de' },
    body: { email: 'lena@example.com', password: 'a long and odd passphrase', displayName: 'Lena' },
  })
  expect(signedUp.status).toBe(201)
  const languageOfLena = () => made.ctx.db.select({ language: users.language }).from(users).get()?.language
  expect(languageOfLena()).toBe('de')
  const cookie = signedUp.headers
    .getSetCookie()
    .map((each) => each.split(';', 1)[0])
    .join('; ')
  await using later = await startServer({ env: { LANGUAGES: 'en, ja' }, dataDir: made.dataDir })
  const { headers } = await later.call('GET', '/account', { cookie, headers: { ...html, 'accept-language': 'ja' } })
  expect(headers.get('content-language')).toBe('ja')
})

test('programs are answered in English, whatever their client likes', async () => {
  await using svc = await startServer({ env: { LANGUAGES: 'de, ja' } })
  const ada = cast(svc.ctx, 'ada')
  svc.ctx.db.update(users).set({ language: 'de' }).run()
  const read = async (path: string, liked: string) => {
    const { text, headers } = await svc.call('GET', path, { cookie: ada.cookie, headers: { 'accept-language': liked } })
    const said = text.replace(/"requestId":"[^"]*"/, '')
    return [path, said, headers.get('content-language'), headers.get('vary')?.includes('Accept-Language') ?? false]
  }
  for (const path of [
    '/api/v1',
    '/api/v1/nothing',
    '/api/v1/casset/ada',
    '/api/sandbox/v1',
    '/openapi.json',
    '/llms.txt',
  ])
    expect(await read(path, 'de')).toEqual([...(await read(path, 'en'))])
  // The rest of the API answers pages, in the language of their reader.
  expect(inTheirLanguageOf(svc, '/api/auth/session')).toBe('de')
  for (const path of ['/api/v1/x', '/api/agents/releases', '/api/releases/x', '/mcp', '/log/checkpoint', '/feed.xml'])
    expect([path, inTheirLanguageOf(svc, path)]).toEqual([path, 'en'])
  // A form of ours that posts to the routes of programs is answered for its reader.
  const posted = (site: string, method = 'POST') =>
    inTheirLanguageOf(svc, '/api/agents/releases/x', { method, headers: { 'sec-fetch-site': site } })
  expect([posted('same-origin'), posted('cross-site'), posted('same-origin', 'GET')]).toEqual(['de', 'en', 'en'])
})

test('English from right to left has every message, in the direction of its page', () => {
  expect(languages.filter((each) => !(each in languageNames))).toEqual(['ar-XB'])
  expect(readTable('ar-XB')('Sign in')).toBe('\u202eSign in\u202c')
})

browserTest('scripts speak the language of their page', async () => {
  await using svc = await startServer({ env: { LANGUAGES: 'en, de' } })
  await using opened = await openPage(svc, '/login', { locale: 'de-DE' })
  const { page } = opened
  await islandReady(page, 'auth/log-in')
  await page.getByRole('button', { name: 'Anmelden', exact: true }).click()
  await page.getByText('Gib deine E-Mail-Adresse ein.').waitFor()
  await page.getByRole('button', { name: 'English' }).click()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  expect(opened.problems).toEqual([])
})
