import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { inTree } from '../support/tree.ts'
import { untranslatedCallsIn, untranslatedIn, untranslatedRefusalsIn } from '../support/web/untranslated.ts'
import untranslatedFiles from '../support/web/untranslated-files.json'

const root = inTree()

test('the texts of pages come from the table of languages, but for those of a list that only gets shorter', async () => {
  const found: string[] = []
  for (const pages of ['src/web/**/*.tsx', 'public/**/*.tsx']) {
    for await (const path of new Bun.Glob(pages).scan(root)) {
      if (untranslatedIn(await Bun.file(join(root, path)).text()).length > 0) found.push(path)
    }
  }
  expect(found.toSorted()).toEqual(untranslatedFiles)
})

// Commands print English, and so answer the routes of programs and doors where nobody's language is
// known.
const english =
  /^src\/(?:operate\/(?:command(?:-line)?|site-folder|upgrade\/program)\/|casset\/import\/|release\/cosigner\/|platform\/(?:http\/request\/agent-secret|edge\/answer-listener|certificate\/plain-port)\.ts$)/

test('a refusal for people comes from the table of languages', async () => {
  const found: string[] = []
  for await (const path of new Bun.Glob('src/**/*.ts').scan(root)) {
    if (english.test(path)) continue
    for (const text of untranslatedRefusalsIn(await Bun.file(join(root, path)).text())) found.push(`${path}: ${text}`)
  }
  expect(found).toEqual([])
})

test('the words that a script tells people come from the table of languages', async () => {
  const found: string[] = []
  for await (const path of new Bun.Glob('public/**/*.ts').scan(root)) {
    for (const text of untranslatedCallsIn(await Bun.file(join(root, path)).text())) found.push(`${path}: ${text}`)
  }
  expect(found).toEqual([])
})

test.each([
  ["throw new AppError('BAD_STATE', `You have ${most} credentials.`)", ['You have ${most} credentials.']],
  ["throw new AppError('FORBIDDEN', say('It is not yours.'), { hint: 'Ask for it.' })", ['Ask for it.']],
  ["throw invalid('file', 'It cannot be read.')", ['It cannot be read.']],
  ["throw invalid('file', say('It cannot be read.'), 'Use another.')", ['Use another.']],
  ["const hint = 'Use another.'", ['Use another.']],
  ["throw invalid('limit', '\"limit\" must be a whole number.', say('Enter it.'))", []],
] as const)('a refusal that bypasses the table is found: %s', (source, texts) => {
  expect(untranslatedRefusalsIn(source)).toEqual([...texts])
})

test.each([
  ['<p>Pay now</p>', ['Pay now']],
  ['<p>Pay {sum} now</p>', ['Pay ', ' now']],
  ['<p>{isPaid ? `Paid by ${who}` : "Pay now"}</p>', ['Paid by ${who}', 'Pay now']],
  ['<Field label="Name" placeholder="Your name" name="name" />', ['Name', 'Your name']],
  ['<button aria-label={`Play ${title}`} class="big key">▶</button>', ['Play ${title}']],
  ['<img alt="A sleeve" />', ['A sleeve']],
  ['<p class="hint">{say("Pay now")} · {price} <a href="/guide">API</a></p>', []],
  ['<p title={title}>{`${first}, ${last}`}</p>', []],
] as const)('a text that bypasses the table is found: %s', (jsx, texts) => {
  expect(untranslatedIn(`export const page = ${jsx}`).toSorted()).toEqual([...texts].toSorted())
})
