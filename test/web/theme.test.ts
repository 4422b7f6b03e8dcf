import { expect, test } from 'bun:test'
import { contrastRatio } from '../../src/lib/music/contrast.ts'
import { hexToOklch, oklchToHex } from '../../src/lib/music/oklch.ts'
import { hueOf, themePath, themeSheet, tintClass } from '../../src/web/document/theme.ts'
import { startServer } from '../support/server.ts'

/** The declarations of a theme's sheet by name. */
function declared(file: string): Record<string, string> {
  const body = /^:root\{(.*?)\}/.exec(themeSheet(file) ?? '')?.[1] ?? ''
  return Object.fromEntries(body.split(';').map((each) => [each.split(':')[0] ?? '', each.split(':')[1] ?? '']))
}

const fileOf = (path: string) => path.replace('/theme/', '').replace(/\?.*$/, '')

test('colours go to oklch and back', () => {
  for (const hex of ['#000000', '#ffffff', '#e8632a', '#0a7d4f', '#123456', '#ff00ff']) {
    expect(oklchToHex(hexToOklch(hex))).toBe(hex)
  }
  const { l, c, h } = hexToOklch('#ff0000')
  expect([l.toFixed(3), c.toFixed(3), h.toFixed(1)]).toEqual(['0.628', '0.258', '29.2'])
})

test('a hue comes from the accent, else from the cover, else it is the house orange', () => {
  const house = { hue: 48, chroma: 0.17 }
  expect(hueOf({ tokens: { accent: '#0a7d4f' }, coverColor: '#ff0000' })).toEqual({ hue: 159, chroma: 0.12 })
  expect(hueOf({ tokens: {}, coverColor: '#334a66' })).toEqual({ hue: 254, chroma: 0.11 })
  expect(hueOf({ tokens: {}, coverColor: '#808080' }).chroma).toBe(0.04)
  expect(hueOf({ tokens: {}, coverColor: null })).toEqual(house)
  expect(hueOf({ tokens: {}, coverColor: 'url(x)' })).toEqual(house)
  expect(tintClass({ tokens: {}, coverColor: null })).toBe('tint hue-50 chroma-17')
})

test('a theme address says all its sheet is made from, so a restarted server answers it alike', async () => {
  const source = { tokens: { background: '#101418', text: '#E8F0F8', accent: '#ff5c8a' }, coverColor: null }
  const path = themePath(source, 'b1')
  expect(path).toBe('/theme/h7c20-b101418-te8f0f8-aff5c8a.css?b=b1')
  const sheets: string[] = []
  for (let start = 0; start < 2; start += 1) {
    await using svc = await startServer()
    const { status, headers, text } = await svc.call('GET', path)
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('text/css; charset=utf-8')
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    sheets.push(text)
  }
  expect(sheets[0]).toStartWith(':root{--hue:7;--chroma:0.2;color-scheme:dark;--night:1;')
  expect(sheets[1]).toBe(sheets[0] ?? '')
})

test('nothing but a theme is served as one', async () => {
  const names = [
    'h360c17.css',
    'h48c21.css',
    'h048c17.css',
    'h48c17',
    'h48c17-bRED000.css',
    'h48c17-b12345.css',
    'x.css',
  ]
  expect(names.map(themeSheet)).toEqual(names.map(() => null))
  await using svc = await startServer()
  for (const name of [...names, 'h48c17;}body{}.css', '%2e%2e%2fx']) {
    expect((await svc.call('GET', `/theme/${name}`)).status).toBe(404)
  }
})

test('whatever colours an artist asks for, every text of the palette can be read on every ground', () => {
  const asked = ['#000000', '#ffffff', '#808080', '#757575', '#ff0000', '#00ff00', '#1a2b3c', '#f4e9d8', '#ffff00']
  for (const background of asked) {
    for (const surface of asked) {
      for (const text of ['#111111', '#eeeeee', background]) {
        const tokens = { background, surface, text, accent: '#ff8800' }
        const palette = declared(fileOf(themePath({ tokens, coverColor: null }, '')))
        for (const ink of ['--ink', '--ink-2', '--accent', '--bad', '--ok']) {
          for (const ground of ['--paper', '--card', '--sunk']) {
            const ratio = contrastRatio(palette[ink] ?? '', palette[ground] ?? '')
            expect({ background, surface, text, ink, ground, ratio: ratio >= 4.49 }).toMatchObject({ ratio: true })
          }
        }
        expect(contrastRatio(palette['--on-accent'] ?? '', palette['--accent'] ?? '')).toBeGreaterThan(4.49)
      }
    }
  }
})

test('colours that can be read are kept as they were asked for', () => {
  const tokens = { background: '#101418', surface: '#182028', text: '#e8f0f8', accent: '#ff5c8a' }
  const palette = declared(fileOf(themePath({ tokens, coverColor: null }, '')))
  expect(palette).toMatchObject({
    '--paper': '#101418',
    '--card': '#182028',
    '--ink': '#e8f0f8',
    '--accent': '#ff5c8a',
  })
})
