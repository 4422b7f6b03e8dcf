import { expect, test } from 'bun:test'
import MessageFormat from '@messageformat/core'
import { languageNames, languages } from '../../src/lib/language/languages.ts'
import { messagesIn, withoutNote } from '../../src/lib/language/message.ts'
import { readTable } from '../../src/lib/language/read-table.ts'
import de from '../../src/lib/language/tables/de.json'
import es from '../../src/lib/language/tables/es.json'
import fr from '../../src/lib/language/tables/fr.json'
import ja from '../../src/lib/language/tables/ja.json'
import { browserTest, islandReady, openPage, useBrowser } from '../support/browser.ts'
import { startServer } from '../support/server.ts'
import { allSources } from '../support/sources.ts'

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

test('each language says something of its own, but for words that are the same in it', () => {
  const same = new Set(['Drops', 'Studio', 'Contact', 'Guide'])
  for (const [language, table] of Object.entries(tables)) {
    const untranslated = Object.entries(table).filter(
      ([message, text]) => text === withoutNote(message) && !same.has(text),
    )
    expect([language, ...untranslated]).toEqual([language])
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
  await using one = await startServer()
  const page = await one.call('GET', '/login', { headers: html })
  expect(page.text).not.toContain('action="/language"')
  expect([page.headers.get('content-language'), page.headers.get('vary')]).toEqual([
    null,
    expect.not.stringContaining('Accept-Language'),
  ])
})

test('a site of one language speaks it, whatever a browser likes', async () => {
  await using svc = await startServer({ env: { LANGUAGES: 'de' } })
  const { text } = await svc.call('GET', '/login', { headers: { ...html, 'accept-language': 'en' } })
  expect(text).toContain('<html lang="de"')
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
