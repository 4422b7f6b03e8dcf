import { expect, test } from 'bun:test'
import { inLanguage } from '../../src/lib/language/say.ts'
import { creditsOfLines, gatherCredits, linesOfCredits, rangesText } from '../../src/lib/music/credits.ts'

test('credits are edited as lines in the artist’s language, and are the same in every other', () => {
  const credits = [
    { role: 'composer', name: 'Ada Reed' },
    { role: 'Kontrabass', name: 'Tom: the Hale' },
  ]
  const german = inLanguage('de', () => linesOfCredits(credits))
  expect(german).toBe('Komposition: Ada Reed\nKontrabass: Tom: the Hale')
  expect(inLanguage('de', () => creditsOfLines(`${german}\n\n  `))).toEqual({ credits, unread: null })
  expect(inLanguage('fr', () => creditsOfLines('COMPOSER : Ada Reed'))).toEqual({
    credits: credits.slice(0, 1),
    unread: null,
  })
  for (const line of ['Ada Reed', ': Ada', 'Bass:']) {
    expect(creditsOfLines(`Bass: Ada\n${line}`)).toEqual({
      credits: [{ role: 'Bass', name: 'Ada' }],
      unread: line,
    })
  }
})

test('liner notes name each role once, and the tracks of a name that is not on all', () => {
  const composer = { role: 'composer', name: 'Ada' }
  const bass = { role: 'bass', name: 'Tom' }
  const label = { role: 'label', name: 'Sill' }
  const tracks = [{ credits: [label, composer] }, {}, { credits: [bass, composer] }, { credits: [composer, label] }]
  expect(gatherCredits(tracks)).toEqual([
    { role: 'composer', names: [{ name: 'Ada', tracks: [1, 3, 4] }] },
    { role: 'bass', names: [{ name: 'Tom', tracks: [3] }] },
    { role: 'label', names: [{ name: 'Sill', tracks: [1, 4] }] },
  ])
  expect(gatherCredits([{ credits: [composer] }])).toEqual([{ role: 'composer', names: [{ name: 'Ada', tracks: [] }] }])
  expect(rangesText([1, 2, 3, 5, 7, 8])).toBe('1–3, 5, 7–8')
})
