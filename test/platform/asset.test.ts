import { expect, test } from 'bun:test'
import { sha256Hex } from '../../src/lib/hash/hmac.ts'
import { patchCasset } from '../support/casset/casset.ts'
import { fixture, formBytes, keptFiles, sendForm } from '../support/casset/upload.ts'
import { type Colour, png, withExif } from '../support/platform/picture.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { shareNames } from '../support/shared.ts'
import { cast, type Person } from '../support/world.ts'

const opened = shareNames()

const upload = (svc: TestServer, person: Pick<Person, 'cookie'>, bytes: Uint8Array | string, fileName = 'cover.png') =>
  sendForm(svc, '/api/studio/assets', person.cookie, formBytes([{ name: 'file', value: bytes, fileName }]))

const assetOf = (json: unknown) => Object(Reflect.get(Object(json), 'asset'))
const plain = (colour: Colour) => () => colour
const sunset = png(1_344, 756, (x, y) => (y < 420 ? [230, 90, 40] : [20 + (x % 7), 30, 80]))

test('a picture is kept in five webp widths that are really as wide, whatever it came as', async () => {
  const svc = await opened()
  const ada = cast(svc.ctx, 'ada')
  const pictures = {
    'image/png': sunset,
    'image/jpeg': await new Bun.Image(sunset).jpeg({ quality: 90 }).bytes(),
    'image/webp': await new Bun.Image(sunset).webp({ quality: 90 }).bytes(),
  }
  for (const [contentType, bytes] of Object.entries(pictures)) {
    const { status, json } = await upload(svc, ada, bytes, 'cover.txt')
    const asset = {
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      kind: 'image',
      name: 'cover.txt',
      contentType,
      bytes: bytes.length,
      sha256: sha256Hex(bytes),
      width: 1_344,
      height: 756,
      color: expect.stringMatching(/^#[0-9a-f]{6}$/),
      url: `/api/assets/${assetOf(json).id}/640.webp`,
    }
    expect([status, json]).toEqual([201, { asset }])
    for (const width of [128, 256, 400, 640, 1_280]) {
      const answer = await svc.fetch(`/api/assets/${assetOf(json).id}/${width}.webp`)
      const { format, ...size } = await new Bun.Image(await answer.bytes()).metadata()
      expect([answer.status, format, size]).toEqual([200, 'webp', { width, height: (width * 9) / 16 }])
    }
  }
})

test('a picture may be kept for ever, is what its type says, and answers HEAD', async () => {
  const svc = await opened()
  const { id } = assetOf((await upload(svc, cast(svc.ctx, 'ada'), sunset)).json)
  for (const method of ['GET', 'HEAD']) {
    const { status, headers, text } = await svc.call(method, `/api/assets/${id}/256.webp`)
    expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([
      200,
      'image/webp',
      'public, max-age=31536000, immutable',
    ])
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(headers.get('etag')).toMatch(/^"[0-9a-f]{64}"$/)
    expect(text === '').toBe(method === 'HEAD')
  }
})

test('a small picture is never enlarged, and its page says how wide it is', async () => {
  const svc = await opened()
  const ada = cast(svc.ctx, 'ada')
  const sizes: [width: number, shown: number[]][] = [
    [1, [1]],
    [256, [128, 256]],
    [257, [128, 256, 257]],
    [640, [128, 256, 400, 640]],
    [1_280, [128, 256, 400, 640, 1_280]],
    [1_281, [128, 256, 400, 640, 1_280]],
  ]
  for (const [width, shown] of sizes) {
    const asset = assetOf((await upload(svc, ada, png(width, 2, plain([9, 90, 200])))).json)
    const { json } = await patchCasset(svc, ada, { coverAssetId: asset.id })
    const variants: { url: string; width: number }[] = Object(Reflect.get(Object(json), 'cover')).variants
    expect([width, variants.map((variant) => variant.width)]).toEqual([width, shown])
    for (const { url, width: told } of variants) {
      expect((await new Bun.Image(await (await svc.fetch(url)).bytes()).metadata()).width).toBe(told)
    }
  }
  const { id } = assetOf((await upload(svc, ada, png(300, 150, plain([9, 90, 200])))).json)
  const { json } = await patchCasset(svc, ada, { coverAssetId: id })
  expect(json).toHaveProperty('cover', {
    url: `/api/assets/${id}/640.webp`,
    variants: [
      { url: `/api/assets/${id}/128.webp`, width: 128, type: 'image/webp' },
      { url: `/api/assets/${id}/256.webp`, width: 256, type: 'image/webp' },
      { url: `/api/assets/${id}/400.webp`, width: 300, type: 'image/webp' },
    ],
    color: '#095ac8',
  })
  for (const [file, width] of [
    ['256.webp', 256],
    ['400.webp', 300],
    ['640.webp', 300],
    ['1280.webp', 300],
  ] as const) {
    const bytes = await (await svc.fetch(`/api/assets/${id}/${file}`)).bytes()
    expect([file, (await new Bun.Image(bytes).metadata()).width]).toEqual([file, width])
  }
})

test('a GIF of one pixel is a picture too', async () => {
  const svc = await opened()
  const gif = Buffer.from('R0lGODlhAQABAIAAAP8AAAAAACH5BAAAAAAALAAAAAABAAEAAAICRAEAOw==', 'base64')
  const { status, json } = await upload(svc, cast(svc.ctx, 'ada'), gif)
  expect([status, assetOf(json)]).toMatchObject([
    201,
    { contentType: 'image/gif', width: 1, height: 1, color: '#ff0000' },
  ])
})

test('a moving picture is shown by its first frame', async () => {
  const svc = await opened()
  for (const name of ['bounce.webp', 'bounce.gif']) {
    const { status, json } = await upload(svc, cast(svc.ctx, name.replace('.', '-')), await fixture(name))
    expect([name, status]).toEqual([name, 201])
    const shown = await (await svc.fetch(`/api/assets/${assetOf(json).id}/256.webp`)).bytes()
    expect((await new Bun.Image(shown).metadata()).format).toBe('webp')
  }
})

test('the colour of a picture is the one that covers most of it, vivid before grey', async () => {
  const svc = await opened()
  const ada = cast(svc.ctx, 'ada')
  const pictures: [name: string, picture: Buffer, colour: Colour][] = [
    ['green', png(64, 64, plain([43, 122, 85])), [43, 122, 85]],
    ['black', png(64, 64, plain([0, 0, 0])), [0, 0, 0]],
    ['white', png(64, 64, plain([255, 255, 255])), [255, 255, 255]],
    [
      'a red sun on white',
      png(96, 96, (x, y) => ((x - 48) ** 2 + (y - 48) ** 2 < 900 ? [200, 20, 30] : [250, 250, 250])),
      [200, 20, 30],
    ],
    ['more blue than orange', png(96, 96, (x) => (x < 64 ? [30, 60, 190] : [240, 140, 20])), [30, 60, 190]],
    [
      'a speck of pink on grey',
      png(96, 96, (x, y) => (x < 4 && y < 4 ? [255, 20, 160] : [128, 128, 128])),
      [128, 128, 128],
    ],
  ]
  for (const [name, picture, colour] of pictures) {
    const { color } = assetOf((await upload(svc, ada, picture)).json)
    const found = [1, 3, 5].map((at) => Number.parseInt(String(color).slice(at, at + 2), 16))
    const off = Math.max(...found.map((value, index) => Math.abs(value - (colour[index] ?? 0))))
    expect([name, color, off < 12]).toEqual([name, color, true])
  }
})

test('data that a camera wrote into a picture does not get out, and the picture stands upright', async () => {
  const svc = await opened()
  const jpeg = await new Bun.Image(png(400, 200, (x) => [x % 256, 90, 40])).jpeg({ quality: 90 }).bytes()
  const secret = 'GPS 48.2082 N 16.3738 E'
  const { json } = await upload(svc, cast(svc.ctx, 'ada'), withExif(jpeg, 6, secret), 'photo.jpg')
  expect(assetOf(json)).toMatchObject({ width: 200, height: 400 })
  for (const width of [128, 256, 400, 640, 1_280]) {
    const bytes = await (await svc.fetch(`/api/assets/${assetOf(json).id}/${width}.webp`)).bytes()
    expect(Buffer.from(bytes).includes(secret.slice(0, 7))).toBe(false)
    expect(Buffer.from(bytes).includes('Exif')).toBe(false)
    const shown = Math.min(width, 200)
    expect(await new Bun.Image(bytes).metadata()).toMatchObject({ width: shown, height: 2 * shown })
  }
})

test('the name of a file is kept, cut to 240 characters', async () => {
  const svc = await opened()
  const { json } = await upload(svc, cast(svc.ctx, 'ada'), png(9, 9, plain([1, 2, 3])), `${'🎧'.repeat(241)}.png`)
  expect(assetOf(json).name).toBe('🎧'.repeat(240))
})

test('a zip of stems is kept as it is, and is not a picture', async () => {
  await using svc = await startServer()
  const ada = cast(svc.ctx, 'ada')
  const zip = Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(500, 7)])
  const { status, json } = await upload(svc, ada, zip, 'Stems 🎚.zip')
  const { id } = assetOf(json)
  const stems = { id, kind: 'stems', name: 'Stems 🎚.zip', contentType: 'application/zip', bytes: 504 }
  const none = { width: null, height: null, color: null, url: null }
  expect([status, json]).toEqual([201, { asset: { ...stems, sha256: sha256Hex(zip), ...none } }])
  expect(keptFiles(svc.dataDir)).toEqual([`blobs/${sha256Hex(zip).slice(0, 2)}/${sha256Hex(zip)}`])
  for (const file of ['256.webp', 'stems.zip', sha256Hex(zip)]) {
    expect((await svc.call('GET', `/api/assets/${id}/${file}`)).status).toBe(404)
  }
})

test('the same picture twice is two assets and one set of files', async () => {
  await using svc = await startServer()
  const [ada, bob] = [cast(svc.ctx, 'ada'), cast(svc.ctx, 'bob')]
  const [first, second] = await Promise.all([upload(svc, ada, sunset), upload(svc, bob, sunset)])
  expect(assetOf(first.json).id).not.toBe(assetOf(second.json).id)
  expect({ ...assetOf(first.json), id: '', url: '' }).toEqual({ ...assetOf(second.json), id: '', url: '' })
  expect(keptFiles(svc.dataDir)).toHaveLength(6)
})

test('nobody uploads without a session, and there are no other parts or files', async () => {
  await using svc = await startServer()
  const ada = cast(svc.ctx, 'ada')
  const file = { name: 'file', value: png(9, 9, plain([1, 2, 3])), fileName: 'a.png' }
  const nobody = await sendForm(svc, '/api/studio/assets', undefined, formBytes([file]))
  expect([nobody.status, nobody.json]).toEqual([
    401,
    { error: 'You are not signed in. Sign in, then try again.', code: 'UNAUTHENTICATED' },
  ])
  const more = await sendForm(svc, '/api/studio/assets', ada.cookie, formBytes([file, { name: 'title', value: 'x' }]))
  expect([more.status, more.json]).toHaveProperty('1.field', 'title')
  expect(keptFiles(svc.dataDir)).toEqual([])
  const { id } = assetOf((await upload(svc, ada, file.value)).json)
  for (const path of [
    `${id}/100.webp`,
    `${id}/256.png`,
    `${id}/..%2f256.webp`,
    `${svc.ctx.uuid()}/256.webp`,
    'x/256.webp',
  ]) {
    const answer = await svc.call('GET', `/api/assets/${path}`)
    expect([path, answer.status, answer.json]).toEqual([
      path,
      404,
      { error: 'There is no such picture.', code: 'NOT_FOUND' },
    ])
  }
})
