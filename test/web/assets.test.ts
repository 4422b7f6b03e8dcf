import { expect, test } from 'bun:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { readLicenses } from '../../src/web/read-licenses.ts'
import { startServer } from '../support/server.ts'
import { addReadyTrack, cast } from '../support/world.ts'

const unpack = {
  br: (bytes: Uint8Array) => brotliDecompressSync(bytes),
  gzip: (bytes: Uint8Array) => gunzipSync(bytes),
}

test('files of the client come for ever, compressed, each encoding under a tag of its own', async () => {
  await using svc = await startServer()
  const { manifest } = svc.ctx.assets
  const plain = await fetch(svc.url + svc.ctx.assets.scripts('en').js, { headers: { 'accept-encoding': 'identity' } })
  const source = Buffer.from(await plain.arrayBuffer())
  expect(plain.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
  expect(plain.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect(plain.headers.get('vary')).toBe('Accept-Encoding')
  const tags = new Set([plain.headers.get('etag')])
  for (const encoding of ['br', 'gzip'] as const) {
    const headers = { 'accept-encoding': encoding }
    const packed = await fetch(svc.url + svc.ctx.assets.scripts('en').js, { headers, decompress: false })
    expect(packed.headers.get('content-encoding')).toBe(encoding)
    const bytes = await packed.bytes()
    expect(Buffer.from(unpack[encoding](bytes))).toEqual(source)
    const etag = packed.headers.get('etag') ?? ''
    tags.add(etag)
    const held = await fetch(svc.url + svc.ctx.assets.scripts('en').js, {
      headers: { ...headers, 'if-none-match': `"other", ${etag}` },
    })
    expect(held.status).toBe(304)
    expect((await held.bytes()).length).toBe(0)
    const head = await fetch(svc.url + svc.ctx.assets.scripts('en').js, { method: 'HEAD', headers })
    expect(head.headers.get('content-length')).toBe(String(bytes.length))
    if (encoding === 'br') expect(bytes.length).toBe(manifest.files[svc.ctx.assets.scripts('en').js]?.packed ?? 0)
  }
  const among = { 'accept-encoding': 'gzip, deflate, br, zstd' }
  const chosen = await fetch(svc.url + svc.ctx.assets.scripts('en').js, { headers: among })
  expect(chosen.headers.get('content-encoding')).toBe('br')
  expect(tags.size).toBe(3)
})

test('nothing beside the client is served from its folder', async () => {
  await using svc = await startServer()
  const paths = [
    '/a/manifest.json',
    '/a/../manifest.json',
    '/a/%2e%2e/manifest.json',
    '/a/',
    `${svc.ctx.assets.scripts('en').js}.br`,
  ]
  for (const path of paths) {
    const response = await svc.fetch(path)
    expect({ path, status: response.status }).toEqual({ path, status: 404 })
    expect(await response.text()).not.toContain('build')
  }
  expect(() => svc.ctx.assets.url('fonts/none.woff2')).toThrow('the client has no file fonts/none.woff2')
})

test('the web app manifest, the icon and what robots may read are there', async () => {
  await using svc = await startServer()
  const manifest = await svc.fetch('/app.webmanifest')
  expect(manifest.headers.get('content-type')).toBe('application/manifest+json')
  const { name, icons }: { name: string; icons: { src: string }[] } = await manifest.json()
  expect(name).toBe('Tapedeck')
  for (const { src } of icons) expect((await svc.fetch(src)).status).toBe(200)
  expect((await svc.fetch('/favicon.ico')).headers.get('content-type')).toBe('image/png')
  expect(await (await svc.fetch('/robots.txt')).text()).toContain('Disallow: /api/\n')
})

test('a public page costs at most 8 KB of HTML, 25 KB of scripts, 9 KB of styles and textures and 50 KB of fonts', async () => {
  await using svc = await startServer()
  const { manifest } = svc.ctx.assets
  const size = (path: string) => manifest.files[path]?.packed ?? manifest.files[path]?.size ?? 0
  const chunks = new Set(
    ['player/deck', 'tracks', 'player/play-page', 'share'].flatMap(
      (island) => svc.ctx.assets.scripts('en').preload[island] ?? [],
    ),
  )
  const nova = cast(svc.ctx, 'nova', { bio: 'Songs recorded before breakfast. '.repeat(10) })
  for (let track = 1; track <= 12; track += 1) {
    const waveform = Array.from({ length: 500 }, (_, bin) => Math.abs(Math.sin(bin * track * 1.7)))
    await addReadyTrack(svc.ctx, nova.cassetId, `Track ${track}`, { position: track, waveform })
  }
  const page = await fetch(`${svc.url}/@nova`, { headers: { 'accept-encoding': 'br' }, decompress: false })
  expect((await page.bytes()).length).toBeLessThan(8 * 1024)
  expect(size(svc.ctx.assets.scripts('en').js) + [...chunks].reduce((sum, chunk) => sum + size(chunk), 0)).toBeLessThan(
    25 * 1024,
  )
  const late = svc.ctx.assets.scripts('en').preload['player/lyrics'] ?? []
  expect(late.reduce((sum, chunk) => sum + size(chunk), 0)).toBeLessThan(2.6 * 1024)
  expect(size(manifest.sheets.app)).toBeLessThan(9 * 1024)
  // Of what goes by the direction of writing, the bundler makes six rules that ask for each
  // language by its name.
  // The properties of `light-dark()` are left out.
  for (const sheet of Object.values(manifest.sheets))
    expect(await (await fetch(svc.url + sheet)).text()).not.toMatch(/:lang\(|buncss/)
  const fonts = ['anybody', 'familjen', 'sometype', 'pen'].map((face) =>
    size(manifest.named[`fonts/${face}-core.woff2`] ?? ''),
  )
  expect(Math.min(...fonts)).toBeGreaterThan(0)
  expect(fonts.reduce((sum, bytes) => sum + bytes)).toBeLessThan(50 * 1024)
})

test('licences are told of every package in the program and in the browser, and of the typefaces', async () => {
  const text = await readLicenses()
  for (const name of [
    'elysia',
    'preact',
    '@preact/signals',
    'drizzle-orm',
    'mediabunny',
    'comlink',
    '@fontsource-variable/anybody',
  ]) {
    expect(text).toMatch(new RegExp(`^${name} \\d+\\.\\d+\\.\\d+ \\(`, 'm'))
  }
  expect(text).toContain('SIL OPEN FONT LICENSE')
  expect(text).toContain('Mozilla Public License')
  expect(text).toContain('Version 2.1, February 1999')
  expect(text).not.toMatch(/^(typescript|playwright-core|axe-core) /m)
})
