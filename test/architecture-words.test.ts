import { expect, test } from 'bun:test'
import { allDocuments, rulesByFile } from './support/documents.ts'
import { allSources } from './support/sources.ts'

const [sources, documents] = await Promise.all([allSources(), allDocuments()])
const texts = [...sources, ...documents]

/** The matches of a pattern in texts, as "path: match". */
const findIn = (among: readonly { path: string; text: string }[], pattern: RegExp) =>
  among.flatMap(({ path, text }) => [...text.matchAll(pattern)].map(([match]) => `${path}: ${match}`))

test('JSON is parsed in one file of src and one of public, so that what it gives is looked at', () => {
  const parsing = sources.filter(({ path, code }) => !path.startsWith('test/') && /\bJSON\s*\??\.\s*parse\b/.test(code))
  expect(parsing.map(({ path }) => path)).toEqual([
    'public/lib/own-json.ts',
    'src/lib/json/json.ts',
    // This one looks at each key while it parses the body of a request.
    'src/platform/http/request/body.ts',
  ])
})

test('a value of `.json()`, which is any, is unknown where it arrives', () => {
  const unknown = /(?:: unknown = |\bvalue: await |\bObject\(await |\breturn data\?)[^\n]*\.json\(\)/
  const taken = sources
    .filter(({ path }) => !path.startsWith('test/'))
    .flatMap(({ path, code }) => code.split('\n').map((line) => ({ path, line: line.trim() })))
    .filter(({ line }) => /\.json\(\)/.test(line))
  expect(taken.length).toBeGreaterThan(5)
  expect(taken.filter(({ line }) => !unknown.test(line))).toEqual([])
})

test('texts that come on an open page are said by one component, and nothing else is a live region', () => {
  const live = /role="(?:alert|status|log)"(?! aria-live="off")|aria-live="(?!off)\w+"|<output\b/g
  const parts = sources.filter(({ path }) => /^(?:public|src\/web)\/.*\.tsx$/.test(path))
  const found = findIn(
    parts.map(({ path, text }) => ({ path, text: text.replaceAll(/<Said\b[^<>]*>/g, '') })),
    live,
  )
  expect(found).toEqual([
    'public/lib/live-lines.tsx: aria-live="polite"',
    'public/lib/live-lines.tsx: aria-live="assertive"',
    // The player in others' frames has a document and a script of its own.
    'src/web/embed/page.tsx: role="status"',
  ])
})

test('no field of the browser has bounds of its own: it names what can be paid on the site', () => {
  const own = /\b(?:price|tip|prize)Bounds\b/g
  expect(
    findIn(
      sources.filter(({ path }) => path.startsWith('public/')),
      own,
    ),
  ).toEqual([])
})

test('each rule has a name of its own', () => {
  const names = [...rulesByFile(documents).values()].flat()
  expect(names.length).toBeGreaterThan(200)
  expect(names.filter((name, at) => names.indexOf(name) < at || !/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name))).toEqual([])
})

const citation = /[ (]rules?:\s[\s*/]*[a-z0-9-]+(?:,[\s*/]+[a-z0-9-]+)*(?=[).;,\s])/g

const namesIn = (cited: string) =>
  cited
    .slice(cited.lastIndexOf('rule'))
    .replace(/^rules?:/, '')
    .split(/[\s*/,]+/)
    .filter(Boolean)

test('each citation of a rule names one that is there, and none goes by a number', () => {
  const rules = new Set([...rulesByFile(documents).values()].flat())
  const ours = texts.filter(({ path }) => path !== 'CONTRIBUTING.md')
  const cited = findIn(ours, citation)
  expect(cited.length).toBeGreaterThan(300)
  expect(cited.filter((each) => namesIn(each).some((name) => !rules.has(name)))).toEqual([])
  expect(findIn(texts, /\b[Rr]ules?:?[\s*/]+\d+\.\d+/g)).toEqual([])
})

test('each rule is cited by the code that keeps it, or by a test', () => {
  const cited = new Set(findIn(sources, citation).flatMap(namesIn))
  const rules = [...rulesByFile(documents).values()].flat()
  expect(rules.filter((name) => !cited.has(name))).toEqual([])
})

test('a file of rules has at most 250 lines', () => {
  const files = documents.filter(({ path }) => path.startsWith('src/docs/wings/'))
  expect(files.filter(({ text }) => text.split('\n').length > 251).map(({ path }) => path)).toEqual([])
})

test('each document that code names is there', () => {
  const paths = new Set(documents.map(({ path }) => path))
  const named = sources.flatMap(({ text }) => text.match(/\bsrc\/docs\/[\w/.-]+\.md/g) ?? [])
  expect(named.length).toBeGreaterThan(2)
  expect(named.filter((path) => !paths.has(path))).toEqual([])
})

test('prose of documents for contributors wraps at 100', () => {
  const wide = documents
    .filter(({ path }) => path.startsWith('src/') || path === 'CONTRIBUTING.md' || path === 'README.md')
    .flatMap(({ path, text }) =>
      text
        .replace(/^```[\s\S]*?^```/gm, '')
        .split('\n')
        .filter((line) => line.length > 100 && !/^(?:\||!\[)/.test(line))
        .map((line) => `${path}: ${line}`),
    )
  expect(wide).toEqual([])
})

const emptyWords = new Set(
  'a an the of to in on for and or is as its it their this that with by from return returns whether one all each'.split(
    ' ',
  ),
)
const stemOf = (word: string) => word.replace(/(?:e?s|d|ing)$/, '')

test('a docstring says more than the name below it', () => {
  const named = /^\/\*\* ([^`\n]*) \*\/\n(?:export )?(?:async )?(?:function\*?|const|class|type) (\w+)/gm
  const repeats = sources.flatMap(({ path, text }) =>
    [...text.matchAll(named)]
      .filter(([, said = '', name = '']) => {
        const inName = name
          .replaceAll(/([A-Z])/g, ' $1')
          .toLowerCase()
          .split(' ')
          .map(stemOf)
        const words = said.toLowerCase().match(/[a-z]+/g) ?? []
        return words.every((word) => emptyWords.has(word) || inName.includes(stemOf(word)))
      })
      .map(([match]) => `${path}: ${match}`),
  )
  expect(repeats).toEqual([])
})
