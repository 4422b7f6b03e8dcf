import { expect, test } from 'bun:test'
import { isIsni, isIsrc, isIswc, isMbid, isUpc } from '../../src/lib/music/identifiers.ts'

// Examples from the documents of GS1, ISNI, CISAC, IFPI and MusicBrainz.
const cases = {
  upc: [isUpc, ['036000291452', '4006381333931', '602445790128'], ['036000291453', '4006381333932', '12345', '']],
  isni: [
    isIsni,
    ['0000 0001 2150 090X', '000000012150090X', '0000000121032683', '0000 0001 2146 438X'],
    ['0000 0001 2150 0901', '000000012150090x', '0000-0001-2150-090X', '00000001215009'],
  ],
  iswc: [isIswc, ['T-034.524.680-1', 'T0345246801'], ['T-034.524.680-2', 'T034524680', '0345246801', 'X0345246801']],
  isrc: [isIsrc, ['USRC17607839', 'QZABC2600001'], ['US-RC1-76-07839', 'usrc17607839', 'USRC1760783']],
  mbid: [
    isMbid,
    ['b10bbbfc-cf9e-42e0-be17-e2c3e1d2600d', '5b11f4ce-a62d-471e-81fc-a69a8278c7da'],
    ['b10bbbfc-cf9e-42e0-be17-e2c3e1d2600', 'B10BBBFC-CF9E-42E0-BE17-E2C3E1D2600D', 'https://musicbrainz.org/'],
  ],
} as const

test.each(Object.entries(cases))('%s: what is one is told from what is not, by its check digit too', (_, each) => {
  const [isOne, good, bad] = each
  expect(good.filter((text) => !isOne(text))).toEqual([])
  expect(bad.filter((text) => isOne(text))).toEqual([])
})

test('a wrong digit anywhere in a code with a check digit is noticed', () => {
  for (const [isOne, code] of [
    [isUpc, '4006381333931'],
    [isIsni, '0000000121032683'],
    [isIswc, 'T0345246801'],
  ] as const) {
    for (const [index, digit] of [...code].entries()) {
      if (digit === 'T') continue
      const wrong = code.slice(0, index) + String((Number(digit) + 1) % 10) + code.slice(index + 1)
      expect([wrong, isOne(wrong)]).toEqual([wrong, false])
    }
  }
})
