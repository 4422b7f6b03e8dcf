import { expect, test } from 'bun:test'
import { inLanguage } from '../../src/lib/language/say.ts'
import { byParts, byText } from '../../src/lib/music/by.ts'

test('the makers of a track are named by the same text in pieces, in each language', () => {
  const names = [
    { role: 'main', name: 'Mara' },
    { role: 'main', name: 'Inés', page: '/@ines' },
    { role: 'with', name: 'Mara' },
    { role: 'remixer', name: 'Kid', page: '/@kid' },
  ] as const
  for (const language of ['en', 'de', 'es', 'fr', 'ja'] as const) {
    const [text, parts] = inLanguage(language, () => [byText(names, 'Nova'), byParts(names, 'Nova')] as const)
    expect(parts.map((part) => part.text).join('')).toBe(text)
    expect(parts.filter(({ page }) => page)).toEqual([
      { text: 'Inés', page: '/@ines' },
      { text: 'Kid', page: '/@kid' },
    ])
  }
  expect(byParts([{ role: 'with', name: 'Lou', page: '/@lou' }], 'Nova')).toEqual([
    { text: 'Nova' },
    { text: ' with ' },
    { text: 'Lou', page: '/@lou' },
  ])
  expect(byParts([{ role: 'main', name: 'A\ue001B', page: '/@a' }], 'Nova')).toEqual([{ text: 'A\ue001B' }])
})
