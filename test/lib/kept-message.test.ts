import { expect, test } from 'bun:test'
import { inLanguage, keepingMessages, say, sayKept } from '../../src/lib/language/say.ts'

test('a kept text is said in the language of each reader, with what is kept inside of it and beside it', () => {
  const kept = keepingMessages(() => {
    const why = say('the file is damaged: {faults}', { faults: 'page 7; "x" {y}' })
    return `A; ${say('check failed: {reason}', { reason: why })}; ${say('see the log')}.`
  })
  expect(sayKept(kept)).toBe('A; check failed: the file is damaged: page 7; "x" {y}; see the log.')
  expect(inLanguage('de', () => sayKept(kept))).toBe(
    'A; die Prüfung ist fehlgeschlagen: die Datei ist beschädigt: page 7; "x" {y}; sieh ins Protokoll.',
  )
  const counted = keepingMessages(() =>
    say('{sums} held for {drops, plural, one {# drop} other {# drops}}', { sums: '5', drops: 1 }),
  )
  expect(inLanguage('fr', () => sayKept(counted))).toBe('5 gardés pour 1 drop')
})

test('a text that nothing was kept in is read as it is, and one that was cut or made up says no more', () => {
  for (const text of ['', 'well', 'ein Rest: "x" {y}', '[]']) expect(sayKept(text)).toBe(text)
  const kept = keepingMessages(() => say('see the log'))
  expect(sayKept(`a ${kept.slice(0, -4)}`)).toBe('a ')
  for (const json of ['{}', '["see the log"]', '["see the log",{"x":[]}]', '7'])
    expect(sayKept(`a\u{f0001}${json}\u{f0002}b`)).toBe('ab')
})
