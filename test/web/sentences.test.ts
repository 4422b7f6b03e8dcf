import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { inLanguage } from '../../src/lib/language/say.ts'
import { gap, joinSentences } from '../../src/lib/text/gap.ts'
import { startServer } from '../support/server.ts'
import { inTree } from '../support/tree.ts'
import { joinedIn } from '../support/web/joined-sentences.ts'
import { world } from '../support/world.ts'

const root = inTree()

test('sentences are joined by what their language has between them, wherever texts are made', async () => {
  const found: string[] = []
  for (const sources of ['src/**/*.{ts,tsx}', 'public/**/*.{ts,tsx}']) {
    for await (const path of new Bun.Glob(sources).scan(root)) {
      for (const text of joinedIn(await Bun.file(join(root, path)).text())) found.push(`${path}: ${text}`)
    }
  }
  expect(found).toEqual([])
  expect(joinSentences('It is yours.', '', 'Play it.')).toBe('It is yours. Play it.')
  expect(inLanguage('ja', () => joinSentences('どうぞ。', 'はい。'))).toBe('どうぞ。はい。')
  for (const language of ['de', 'es', 'fr'] as const) expect(inLanguage(language, gap)).toBe(' ')
})

test.each([
  ["<p>{say('It is yours.')}{' '}{say('Play it.')}</p>", 1],
  ["<p>{say('It is yours, {name}.', { name })} {more}</p>", 1],
  ["const text = isNew && ` ${say('It is new.')}`", 1],
  ["const text = `${hooks()} ${say('Buy it.')}`", 1],
  ["<p>{say('Prize')}{' '}<b>{sum}</b></p>", 0],
  ["<p>{say('It is yours.')}{gap()}{say('Play it.')}</p>", 0],
] as const)('a join by a space is found: %s', (source, joins) => {
  expect(joinedIn(source)).toHaveLength(joins)
})

test('a page in Japanese has no space after the end of a sentence, and a refusal neither', async () => {
  await using svc = await startServer({ env: { LANGUAGES: 'en, ja' } })
  await world(svc)
  const headers = { 'accept-language': 'ja' }
  const page = await svc.call('GET', '/@nova', { headers })
  expect(page.text).toContain('試聴できます。まだ')
  const { text } = await svc.call('GET', '/nobody', { headers: { ...headers, accept: 'text/html' } })
  for (const shown of [page.text, text]) expect(shown.match(/。 +[^<\s]/)).toBeNull()
})
