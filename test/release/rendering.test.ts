import { expect, test } from 'bun:test'
import { decisions, permissionScopes } from '../../db/schema/casset/usage.ts'
import { type Decision, defaultDecisions, type PermissionScope } from '../../src/casset/usage/default-policies.ts'
import { isReserved, tdmEntry } from '../../src/casset/usage/tdm.ts'
import type { Terms, TermsOfScopes } from '../../src/casset/usage/usage.ts'
import { usageHeaders } from '../../src/casset/usage/usage-headers.ts'
import { digitalSourceType } from '../../src/release/rendering/digital-source.ts'
import { robotsText } from '../../src/release/rendering/robots.ts'
import { rslDocument } from '../../src/release/rendering/rsl.ts'
import { lineOf, readPairs, readRsl, type Said } from '../support/web/rendered.ts'

type Changed = Partial<Record<PermissionScope, Terms>>

const termsWith = (changed: Changed): TermsOfScopes => {
  const all = permissionScopes.map((scope): [string, Terms] => [
    scope,
    changed[scope] ?? { decision: defaultDecisions[scope], price: null },
  ])
  const read: Partial<Record<PermissionScope, Terms>> = Object.fromEntries(all)
  return { ...noTerms, ...read }
}
const none: Terms = { decision: 'DENY', price: null }
const noTerms: TermsOfScopes = {
  'search-index': none,
  'ai-input': none,
  'ai-training': none,
  'ai-generation': none,
  stream: none,
  download: none,
  remix: none,
  sample: none,
  stems: none,
  sync: none,
  'visual-reuse': none,
  redistribution: none,
  'derivative-registration': none,
  'commercial-use': none,
}

const licensed = { paths: ['/a', '/b'], holder: 'Nova', contactUrl: 'https://site.example/@nova' }

/** Every rendering of a policy, read back: what each vocabulary's word says. */
function readAll(terms: TermsOfScopes) {
  const headers = usageHeaders(terms)
  const robots = robotsText(terms, 'https://site.example')
  return {
    usage: readPairs(headers['content-usage'] ?? ''),
    signal: readPairs(headers['content-signal'] ?? ''),
    robotsUsage: readPairs(lineOf(robots, 'Content-Usage') ?? ''),
    robotsSignal: readPairs(lineOf(robots, 'Content-Signal') ?? ''),
    reserved: [headers['tdm-reservation'], String(tdmEntry(isReserved(terms), '/')['tdm-reservation'])],
    rsl: readRsl(rslDocument(terms, licensed)).uses,
  }
}

// Written out again, so that a wrong table in the program is found: from the least strict to the
// strictest.
const rank: Record<Decision, number> = { ALLOW: 0, REQUIRE_LICENSE: 1, CONTACT_OWNER: 2, DENY: 3 }
const howOf: Record<Decision, Said['how']> = {
  ALLOW: 'free',
  REQUIRE_LICENSE: 'asked',
  CONTACT_OWNER: 'asked',
  DENY: 'never',
}

test('all renderings say the same of every combination of decisions', () => {
  let combinations = 0
  const at = (decision: Decision) => ({ decision, price: null })
  for (const search of decisions)
    for (const input of decisions)
      for (const training of decisions)
        for (const generation of decisions) {
          combinations += 1
          const read = readAll(
            termsWith({
              'search-index': at(search),
              'ai-input': at(input),
              'ai-training': at(training),
              'ai-generation': at(generation),
            }),
          )
          const train = rank[training] >= rank[generation] ? training : generation
          const y = (decision: Decision) => (decision === 'ALLOW' ? 'y' : 'n')
          const usage = { search: y(search), 'ai-use': y(input), 'train-ai': y(train) }
          const yes = (decision: Decision) => (decision === 'ALLOW' ? 'yes' : 'no')
          const signal = { search: yes(search), 'ai-input': yes(input), 'ai-train': yes(train) }
          const reserved = [search, input, training, generation].every((each) => each === 'ALLOW') ? '0' : '1'
          const rsl = { search, 'ai-index': search, 'ai-input': input, 'ai-train': train }
          expect([search, input, training, generation, read]).toEqual([
            search,
            input,
            training,
            generation,
            {
              usage,
              signal,
              robotsUsage: usage,
              robotsSignal: signal,
              reserved: [reserved, reserved],
              rsl: Object.fromEntries(Object.entries(rsl).map(([word, decision]) => [word, { how: howOf[decision] }])),
            },
          ])
        }
  expect(combinations).toBe(256)
})

test('decisions on other scopes change no rendering', () => {
  const expected = readAll(termsWith({}))
  const others = permissionScopes.filter((scope) => !/^(?:search-index|ai-)/.test(scope))
  expect(others.length).toBe(10)
  for (const scope of others)
    for (const decision of decisions) {
      const terms = termsWith({ [scope]: { decision, price: null } })
      expect([scope, decision, readAll(terms)]).toEqual([scope, decision, expected])
    }
})

test('a price is shown where all that has to be licensed has one, in its own currency', () => {
  const at = (amount: number, currency: string): Terms => ({ decision: 'REQUIRE_LICENSE', price: { amount, currency } })
  const allowed: Terms = { decision: 'ALLOW', price: null }
  const unpriced: Terms = { decision: 'REQUIRE_LICENSE', price: null }
  const training = (a: Terms, b: Terms) => {
    const terms = termsWith({ 'ai-training': a, 'ai-generation': b })
    return readRsl(rslDocument(terms, licensed)).uses['ai-train']
  }
  expect(training(at(500, 'usd'), allowed)).toEqual({ how: 'priced', amount: '5.00', currency: 'USD' })
  expect(training(at(500, 'usd'), at(250, 'usd'))).toEqual({ how: 'priced', amount: '7.50', currency: 'USD' })
  expect(training(at(500, 'jpy'), allowed)).toEqual({ how: 'priced', amount: '500', currency: 'JPY' })
  expect(training(at(500, 'usd'), at(250, 'eur'))).toEqual({ how: 'asked' })
  expect(training(at(500, 'usd'), unpriced)).toEqual({ how: 'asked' })
  // A price left from before is not shown for what is denied or has to be asked for.
  expect(training(at(500, 'usd'), { decision: 'CONTACT_OWNER', price: { amount: 5, currency: 'usd' } })).toEqual({
    how: 'asked',
  })
  expect(training(at(500, 'usd'), { decision: 'DENY', price: { amount: 5, currency: 'usd' } })).toEqual({
    how: 'never',
  })
})

test('whatever an artist is called, the RSL document is well-formed and holds the name', () => {
  const hostile = ['</rsl><evil a="1">&amp;', `"'><!--`, ']]>', 'a\u0000b\u000b\uFFFEc\uD800d', '😀 Ünï', '&#0;']
  for (const holder of hostile) {
    const text = rslDocument(termsWith({}), { ...licensed, holder, contactUrl: `https://x.example/?a=1&b="<${'>'}` })
    const { paths, uses } = readRsl(text)
    expect([paths, Object.keys(uses).sort()]).toEqual([
      ['/a', '/b'],
      ['ai-index', 'ai-input', 'ai-train', 'search'],
    ])
    expect(text.match(/<(?!\?xml)\/?[a-z]+/g)?.filter((tag) => /evil|script/.test(tag)) ?? []).toEqual([])
  }
  expect(rslDocument(termsWith({}), { ...licensed, holder: 'a\u0000b\uD800c' })).toContain('>abc</copyright>')
})

test('a track that a machine made is partly its work where a person had a part', () => {
  const all = ['vocals', 'instrumentation', 'composition', 'lyrics', 'postProduction'] as const
  const said = (word: 'NONE' | 'ASSISTED' | 'GENERATED') => Object.fromEntries(all.map((area) => [area, word]))
  const typeOf = (...asked: Parameters<typeof digitalSourceType>) =>
    digitalSourceType(...asked)
      ?.split('/')
      .at(-1)
  const whole = 'trainedAlgorithmicMedia'
  const partly = 'compositeWithTrainedAlgorithmicMedia'
  expect([
    typeOf('GENERATION', {}),
    typeOf('GENERATION', said('GENERATED')),
    typeOf('GENERATION', { vocals: 'NONE' }),
    typeOf('GENERATION', { lyrics: 'ASSISTED' }),
    typeOf('ORIGINAL', {}),
    typeOf('ORIGINAL', said('NONE')),
    typeOf('ORIGINAL', said('GENERATED')),
    typeOf('ORIGINAL', { vocals: 'GENERATED' }),
  ]).toEqual([whole, whole, partly, partly, undefined, 'digitalCreation', whole, partly])
})
