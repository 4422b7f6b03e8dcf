import { expect, test } from 'bun:test'
import { languages } from '../../../src/lib/language/languages.ts'
import { inLanguage } from '../../../src/lib/language/say.ts'
import { draftOf } from '../../../src/operate/desk/legal/draft.ts'
import { startServer } from '../../support/server.ts'

const seller = { SITE_NAME: 'Quiet Room', SELLER_NAME: 'Nova Lindt', SELLER_ADDRESS: 'Lindenstraße 12\n10969 Berlin' }
const names = ['IMPRINT', 'PRIVACY_POLICY', 'TERMS', 'CONTACT', 'DROP_RULES']

/** A name of law in the imprint of each country, in every language. */
const marks = {
  DE: 'DDG',
  AT: 'ECG',
  CH: /UWG|LCD/,
  FR: 'LCEN',
  ES: 'LSSI-CE',
  GB: 'Electronic Commerce (EC Directive) Regulations 2002',
  US: '1789.3',
  JP: '| ',
} as const

const drafted = async (env: Record<string, string>) => {
  await using svc = await startServer({ env: { PAYMENTS: 'test', ...seller, ...env } })
  return Object.fromEntries(names.map((name) => [name, draftOf(svc.ctx, name) ?? '']))
}

/** The parts of a draft by their languages. */
const partsOf = (text = '') =>
  Object.fromEntries(
    text
      .split(/^--- /m)
      .filter((part) => part !== '')
      .map((part) => [part.slice(0, 2), part.slice(7)]),
  )

test.each(Object.entries(marks))(
  '%s has drafts that name its law, in each language, and cannot be published unread',
  async (country, mark) => {
    const drafts = await drafted({ SELLER_COUNTRY: country })
    for (const name of names) {
      const parts = partsOf(drafts[name])
      expect(Object.keys(parts)).toEqual([...languages].filter((each) => each in parts))
      expect(Object.keys(parts)).toHaveLength(5)
      for (const [language, text] of Object.entries(parts)) {
        // No value is left out, and the owner has to read it before it goes out.
        expect([
          name,
          language,
          /\{\w+\}|undefined/.test(text),
          text.trim().split('\n\n')[1]?.startsWith('[['),
        ]).toEqual([name, language, false, true])
        if (language !== 'en') expect(text).not.toBe(parts.en)
      }
    }
    for (const text of Object.values(partsOf(drafts.IMPRINT))) {
      expect(text).toMatch(mark)
      expect(text).toContain('Nova Lindt')
      expect(text).toContain('Lindenstraße 12')
    }
    expect(drafts.TERMS).toContain('Nova Lindt, Lindenstraße 12, 10969 Berlin')
  },
)

test('a Japanese seller gets the notice of the act on specified commercial transactions', async () => {
  const { ja } = partsOf((await drafted({ SELLER_COUNTRY: 'JP' })).IMPRINT)
  expect(ja).toContain('# 特定商取引法に基づく表記')
  for (const row of [
    '販売者',
    '所在地',
    '電話番号',
    '販売価格',
    '支払方法',
    '支払時期',
    '引渡時期',
    '返品・キャンセル',
    '動作環境',
  ])
    expect(ja).toContain(`| ${row} |`)
})

test('a country without a template gets a neutral draft that says so, and so does none', async () => {
  const land = partsOf((await drafted({ SELLER_COUNTRY: 'NO' })).IMPRINT)
  expect(land.en).toContain('[[There is no template for Norway yet')
  expect(land.de).toContain('[[Für Norwegen gibt es noch keine Vorlage')
  const none = partsOf((await drafted({})).TERMS)
  expect(none.en).toContain('[[A draft for no country in particular, as the desk has none')
  expect(none.en).toContain('[[your country]]')
})

test('a site of one language has its drafts in that alone', async () => {
  await using svc = await startServer({ env: { LANGUAGES: 'ja', SELLER_COUNTRY: 'JP', ...seller } })
  const draft = inLanguage('en', () => draftOf(svc.ctx, 'TERMS'))
  expect(draft).toStartWith('# 規約')
  expect(draft).not.toContain('---')
})

test('a legal page has the part in the language of its reader, else the first, marked as what it is', async () => {
  const TERMS = '--- de ---\n# Regeln\n\nSei nett.\n\n--- fr ---\n\n# Règles\n\nSoyez aimable.'
  await using svc = await startServer({ env: { TERMS, CONTACT: 'Write to us.\n\n--- xx ---\n\nBelow.' } })
  const at = async (path: string, language: string) => {
    const { text } = await svc.call('GET', path, { headers: { accept: 'text/html', 'accept-language': language } })
    return /<article class="jcard"[^>]*>[\s\S]*?<\/article>/.exec(text)?.[0] ?? ''
  }
  expect(await at('/terms', 'fr')).toBe('<article class="jcard"><h1>Règles</h1>\n<p>Soyez aimable.</p>\n</article>')
  expect(await at('/terms', 'ja')).toBe(
    '<article class="jcard" lang="de"><h1>Regeln</h1>\n<p>Sei nett.</p>\n</article>',
  )
  // A line that names no language is none.
  expect(await at('/contact', 'de')).toContain('Below.')
  expect((await svc.call('GET', '/drop-rules')).status).toBe(404)
})
