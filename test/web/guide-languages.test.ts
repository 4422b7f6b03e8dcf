import { expect, test } from 'bun:test'
import { type Language, languageNames, ownLanguage } from '../../src/lib/language/languages.ts'
import { inLanguage, say } from '../../src/lib/language/say.ts'
import { textOf, topics } from '../../src/operate/guide/topics.ts'
import { startServer } from '../support/server.ts'

const others = Object.keys(languageNames).filter(
  (each): each is Exclude<Language, 'en' | 'ar-XB'> => each !== ownLanguage,
)
const inIt = (language: Language, name: string) => {
  const topic = topics.find((each) => each.name === name)
  return topic === undefined ? '' : inLanguage(language, () => textOf(topic))
}

/** Returns the parts of a page of the guide that are the same in each language. */
const shapeOf = (text: string) => ({
  headings: (text.match(/^#+ /gm) ?? []).join(''),
  blocks: (text.match(/^ *```/gm) ?? []).length,
  rows: (text.match(/^\|/gm) ?? []).length,
  links: [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, to]) => to).toSorted(),
  settings: [...new Set(text.match(/`[A-Z][A-Z_]+(?:=[\w.-]+)?`/g))].toSorted(),
  commands: [...new Set(text.replaceAll(/\s+/g, ' ').match(/`tapedeck [^`]+`/g))].toSorted(),
})

test('each page of the guide is in each language, with the same parts, links, settings and commands', () => {
  for (const language of others) {
    for (const { name, text } of topics) {
      const translated = inIt(language, name)
      expect([language, name, translated === text]).toEqual([language, name, false])
      expect([language, name, shapeOf(translated)]).toEqual([language, name, shapeOf(text)])
    }
  }
})

test('the guide calls the key that takes what is by another name as the studio does, in each language', () => {
  for (const language of ['en', ...others] as const) {
    const key = inLanguage(language, () => say('Take what is by “{name}” too', { name: 'Nova Trio' }))
    const named = `*${key}*`.replaceAll(/\s+/g, ' ')
    expect(inIt(language, 'import').replaceAll(/\s+/g, ' ')).toContain(named)
  }
})

test('a link to a part of the guide leads there in each language', async () => {
  await using svc = await startServer({ env: { LANGUAGES: 'en, de, ja' } })
  const idsIn = async (language: string) =>
    [
      ...(await svc.call('GET', '/guide/payments', { headers: { 'accept-language': language } })).text.matchAll(
        /<h\d id="([^"]*)"/g,
      ),
    ].map(([, id]) => id)
  const english = await idsIn('en')
  expect(english.length).toBeGreaterThan(3)
  expect([await idsIn('de'), await idsIn('ja')]).toEqual([english, english])
})
