import { expect, test } from 'bun:test'
import { clock } from '../../public/lib/clock.ts'
import { cutText } from '../../public/lib/cut-text.ts'
import { packPeaks, wavePath } from '../../public/lib/waveform.ts'
import { priceTag } from '../../src/lib/money/money.ts'
import { count } from '../../src/lib/text/count.ts'
import { wordLength } from '../../src/lib/text/title-length.ts'

test('a counter shows minutes, and hours from one up', () => {
  expect([0, 9.9, 65, 3599, 3600, 86_399, Number.NaN, -4].map(clock)).toEqual([
    '0:00',
    '0:09',
    '1:05',
    '59:59',
    '1:00:00',
    '23:59:59',
    '0:00',
    '0:00',
  ])
})

test('a price tag knows how many minor units its currency has', () => {
  expect(priceTag({ amount: 700, currency: 'usd' })).toBe('$7.00')
  expect(priceTag({ amount: 1_000_000, currency: 'eur' })).toBe('€10,000.00')
  expect(priceTag({ amount: 700, currency: 'jpy' })).toBe('¥700')
  expect(priceTag({ amount: 0, currency: 'usd' })).toBe('Free')
  expect([count(1, 'track'), count(2, 'track')]).toEqual(['1 track', '2 tracks'])
})

test('a text is cut between letters as people see them', () => {
  expect(cutText('short', 5)).toBe('short')
  expect(cutText('a longer text', 9)).toBe('a longer…')
  expect([cutText('Première', 6), cutText('Premie\u0300re', 6), cutText('a\r\nbc', 4)]).toEqual([
    'Premi…',
    'Premi…',
    'a\r\nbc',
  ])
  expect(cutText('👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦', 3)).toBe('👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦')
  expect(cutText('👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦', 2)).toBe('👩‍👩‍👧‍👦…')
})

test('a waveform becomes one bar for each hundredth, as loud as its loudest peak', () => {
  const peaks = Array.from({ length: 500 }, (_, bin) => (bin === 252 ? 1 : 0))
  const packed = packPeaks(peaks)
  expect(packed).toBe(`${'A'.repeat(50)}_${'A'.repeat(49)}`)
  expect(wavePath(packed).match(/v36/g)?.length).toBe(1)
  expect(wavePath(packed).match(/M\d+ 19v2/g)?.length).toBe(99)
  expect(packPeaks([])).toBe('')
  expect(packPeaks([0.5, 2])).toHaveLength(100)
})

test('a title with a long word is known by it, and one of a script without spaces is not', () => {
  expect(['Low Water', 'Tomorrow', 'Alles Umgebungsgeräusche', '夜明けの前のとても長い題名'].map(wordLength)).toEqual([
    undefined,
    'wide',
    'widest',
    undefined,
  ])
})
