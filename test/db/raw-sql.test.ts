import { expect, test } from 'bun:test'
import { allSources, type Source } from '../support/sources.ts'

/** Words of SQL in capitals, as ours is written, and the raw handle of the database. */
const raw =
  /\b(?:SELECT|INSERT (?:OR \w+ )?INTO|DELETE FROM|UPDATE [a-z_]+ (?:AS \w+ )?SET|WITH RECURSIVE)\b|\$client\b/

/** Lines of raw SQL in a paragraph (the lines between two blank ones) that does not say, after "Raw:", why it is raw. */
const unexplained = ({ path, text }: Pick<Source, 'path' | 'text'>): string[] =>
  text.split(/\n\s*\n/).flatMap((paragraph) => {
    if (/\bRaw: \w/.test(paragraph)) return []
    const code = paragraph.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
    return code.split('\n').flatMap((line) => (raw.test(line) ? [`${path}: ${line.trim()}`] : []))
  })

/** What rooms declare as SQL. The reason is where each kind is: platform/kept-sums.ts and platform/personal.ts. */
const isDeclared = ({ text }: Source) => /: (?:KeptSums|Personal)(?: =| \{)/.test(text)

test('the database is read and written with Drizzle, and raw SQL says what Drizzle has no word for', async () => {
  const sources = (await allSources()).filter(({ path }) => path.startsWith('src/'))
  expect(sources.filter(isDeclared).length).toBeGreaterThan(20)
  expect(sources.filter((source) => !isDeclared(source)).flatMap(unexplained)).toEqual([])
})

test.each([
  ["const all = statement('SELECT * FROM tracks')", 1],
  ['// Raw: FTS5.\nconst all = statement(`\n  SELECT * FROM tracks`)', 0],
  ['// Raw: FTS5.\n\nconst all = ctx.db.$client.query(text)', 1],
  ['// An UPDATE tracks SET would do, or a SELECT.', 0],
  ['db.run(sql`DELETE FROM tracks`)', 1],
])('raw SQL without its reason is found: %p', (text, found) => {
  expect(unexplained({ path: 'x.ts', text })).toHaveLength(found)
})
