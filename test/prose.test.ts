import { expect, test } from 'bun:test'
import { allDocuments } from './support/documents.ts'
import { allSources } from './support/sources.ts'

const [sources, documents] = await Promise.all([allSources(), allDocuments()])

/** Where texts match, as "path: match". */
const findIn = (among: readonly { path: string; text: string }[], pattern: RegExp) =>
  among.flatMap(({ path, text }) => [...text.matchAll(pattern)].map(([match]) => `${path}: ${match}`))

/**
 * The comments of a text, each as one line: runs of `//` and docstrings, without examples of code.
 */
const commentsOf = (text: string): string[] =>
  [...text.matchAll(/\/\*\*[\s\S]*?\*\/|(?:^[ \t]*\/\/[^\n]*\n)+/gm)].map(([comment]) =>
    comment
      .replace(/```[\s\S]*?```/g, '')
      .replace(/^[ \t]*(?:\/\*\*|\*\/|\*|\/\/) ?/gm, '')
      .replace(/\s*\*\/\s*$/, '')
      .split(/\s+/)
      .join(' ')
      .trim(),
  )
const prose = [
  ...sources.flatMap(({ path, text }) => commentsOf(text).map((comment) => ({ path, text: comment }))),
  ...documents
    .filter(({ path }) => path.startsWith('src/docs/wings/'))
    .map(({ path, text }) => ({ path, text: text.split(/\s+/).join(' ') })),
]

test('no sentence begins with a bare who or what: it says its subject', () => {
  const questions = /(?:^|[.!?] )(?:Who|Whom|Whose|Whoever|What|Whatever) [^.!?]*(?:[.!]|$)/g
  expect(findIn(prose, questions)).toEqual([])
})

test('no name of a test begins with a bare who or what', () => {
  const names = /\b[tT]est\(\s*['"`](?:who|whom|whose|whoever|what)\b[^\n]*/g
  expect(findIn(sources, names)).toEqual([])
})

test('those who are meant are named: nothing is for, of, to or than “who”', () => {
  expect(findIn([...sources, ...prose], /\b(?:for|of|to|than) who\b/g)).toEqual([])
})

test('an email is called email', () => {
  const mails = findIn(prose, /\b(?:by|a|an|no) mail\b(?! (?:program|server))|\b(?:mails|mailed)\b(?![`':])/gi)
  expect(mails).toEqual([])
})

test('prose of comments wraps at 100', () => {
  const wide = sources.flatMap(({ path, text }) =>
    text
      .split('\n')
      .filter((line) => line.length > 100 && /^\s*(?:\/\/|\/\*\*|\*)\s/.test(line))
      .filter((line) => !/biome-ignore|https?:|^\s*\/\/ \| /.test(line))
      .map((line) => `${path}: ${line}`),
  )
  expect(wide).toEqual([])
})
