import { expect, test } from 'bun:test'
import { cleanLine, cleanLines } from '../../src/account/clean-text.ts'
import { startServer } from '../support/server.ts'
import { world } from '../support/world.ts'

const nothings = {
  'a blank of Braille': '\u2800',
  'a Hangul filler': '\u3164\u115F\u1160\uFFA0',
  'a zero width space': '\u200B\u2060\uFEFF',
  'a joiner': '\u200D\u200C',
  'a soft hyphen': '\u00AD',
  'a mark on nothing': '\u0301\u20E3',
  'a selector': '\uFE0F\u{E0100}',
  'a tag': '\u{E0061}',
  'an empty note head': '\u{1D159}',
  'a blank hieroglyph': '\u{13441}',
  'a space of the East': '\u3000\u00A0',
  'an order of directions': '\u202E\u2066',
  'a private letter': '\uE000',
} as const

test('a text of nothing that can be seen is empty, and what scripts and emoji need stays', () => {
  for (const [name, text] of Object.entries(nothings)) {
    expect([name, cleanLine(text), cleanLines(`${text}\n${text}`)]).toEqual([name, '', null])
    expect([name, cleanLine(`a${text}`).startsWith('a')]).toEqual([name, true])
  }
  const kept = [
    'Nova',
    'é',
    'e\u0301',
    '👩\u200D❤\uFE0F\u200D👨',
    '1\uFE0F\u20E3',
    'می\u200Cخواهم',
    '葛\u{E0100}城',
    '⠓⠑\u2800⠇',
    '...',
    'ế',
    'नमस्ते',
  ]
  for (const text of kept) expect(cleanLine(text)).toBe(text)
})

test('no name is a tower of marks', () => {
  const most = (text: string) =>
    Math.max(
      0,
      ...[...text.matchAll(/[\p{M}\u200C\u200D]+/gu)].map(([all]) => [...all.replace(/[\u200C\u200D]/g, '')].length),
    )
  for (const tower of [
    '\u0301'.repeat(60),
    '\u0301\u200D'.repeat(60),
    '\u0301\uFE0F\u200C'.repeat(60),
    '\u20DD\u0489'.repeat(30),
  ])
    expect(most(cleanLine(`N${tower}ova`))).toBeLessThanOrEqual(4)
})

test('nobody and nothing has a name of nothing, at whichever door it is given', async () => {
  await using svc = await startServer()
  const { nova, dawn } = await world(svc)
  const blank = '\u2800\u3164'
  const doors: readonly (readonly [string, string, object])[] = [
    ['POST', '/api/auth/update-profile', { displayName: blank }],
    ['PATCH', `/api/studio/casset/${nova.cassetId}`, { name: blank }],
    ['POST', '/api/studio/cassets', { name: blank, word: 'second' }],
    ['PATCH', `/api/studio/tracks/${dawn.id}`, { title: blank }],
    ['POST', '/api/playlists', { name: blank }],
    ['POST', '/api/co-cassets', { name: blank, members: ['ada'] }],
    ['POST', '/api/casset/nova/comment', { text: blank }],
  ]
  for (const [method, path, body] of doors) {
    const { status } = await svc.call(method, path, { cookie: nova.cookie, body })
    expect([path, status]).toEqual([path, 400])
  }
})
