import { expect, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { inflateSync } from 'node:zlib'
import { pngChunks } from '../../../src/platform/asset/picture/png-chunks.ts'
import { patchCasset } from '../../support/casset/casset.ts'
import { formBytes, sendForm } from '../../support/casset/upload.ts'
import { type Colour, png } from '../../support/platform/picture.ts'
import { startServer, type TestServer } from '../../support/server.ts'
import { cast, world } from '../../support/world.ts'

const made = ({ ctx }: TestServer) => readdirSync(ctx.blobs.made('.')).filter((name) => name.endsWith('.png'))

/** Reads the picture that the head of a page names. */
async function pictureOf(svc: TestServer, page: string) {
  const text = await (await svc.fetch(page)).text()
  const [, url = ''] = /property="og:image" content="([^"]+)"/.exec(text) ?? []
  const { pathname, search } = new URL(url)
  const answer = await svc.fetch(pathname + search)
  const bytes = await answer.bytes()
  const { format, width, height } = await new Bun.Image(bytes).metadata()
  return { text, url, answer, bytes, looks: { format, width, height } }
}

const whole = { format: 'png', width: 1200, height: 630 } as const

test('a casset has a picture for networks that is drawn once, and anew when it has changed', async () => {
  await using svc = await startServer({ env: { PAYMENTS: 'test' } })
  const { nova } = await world(svc)
  const first = await pictureOf(svc, '/@nova')
  expect(first.looks).toEqual(whole)
  expect([first.bytes.length <= 200_000, first.answer.headers.get('cache-control')]).toEqual([
    true,
    'public, max-age=3600',
  ])
  expect(first.text).toContain('<meta property="og:image:width" content="1200"/>')
  expect(first.text).toContain(`<meta name="twitter:player" content="${svc.ctx.site.origin}/@nova/embed"/>`)
  const [kept] = made(svc)
  expect((await pictureOf(svc, '/@nova/sideb')).bytes).toEqual(first.bytes)
  expect(made(svc)).toEqual([kept ?? ''])

  const body = { cassetId: nova.cassetId, price: 900 }
  await svc.call('POST', '/api/casset/update-price', { cookie: nova.cookie, body })
  const second = await pictureOf(svc, '/@nova')
  expect([second.url === first.url, Buffer.compare(second.bytes, first.bytes) === 0]).toEqual([false, false])
})

const vivid: Colour[] = [
  [254, 0, 0],
  [0, 255, 1],
  [253, 255, 0],
  [0, 0, 254],
  [255, 0, 255],
  [0, 255, 255],
]

/**
 * Returns the colours of a part of a picture with a palette, whose rows Bun.Image leaves as they
 * are.
 */
function coloursIn(
  bytes: Uint8Array,
  { left, top, right, bottom }: Record<'left' | 'top' | 'right' | 'bottom', number>,
  width: number = whole.width,
) {
  const chunks = [...pngChunks(bytes)]
  const of = (type: string) => Buffer.concat(chunks.filter((each) => each.type === type).map(({ content }) => content))
  const [palette, pixels] = [of('PLTE'), inflateSync(of('IDAT'))]
  const rows = Array.from({ length: bottom - top }, (_, row) => (top + row) * (1 + width) + 1)
  const used = new Set(rows.flatMap((start) => [...pixels.subarray(start + left, start + right)]))
  return [...used].map((index) => [...palette.subarray(index * 3, index * 3 + 3)])
}

test('a cover of vivid colours leaves none of them in its shadow', async () => {
  await using svc = await startServer()
  const { nova } = await world(svc)
  const stripes = png(480, 480, (x, y) => vivid[Math.floor((x + ((x * 7 + y * 13) % 3)) / 81)] ?? [0, 255, 255])
  const form = formBytes([{ name: 'file', value: stripes, fileName: 'cover.png' }])
  const { json } = await sendForm(svc, '/api/studio/assets', nova.cookie, form)
  expect((await patchCasset(svc, nova, { coverAssetId: Object(json).asset.id })).status).toBe(200)
  const { bytes, looks } = await pictureOf(svc, '/@nova')
  expect(looks).toEqual(whole)
  const shadow = coloursIn(bytes, { left: 70, top: 518, right: 210, bottom: 540 })
  expect(Math.max(...shadow.map((each) => Math.max(...each) - Math.min(...each)))).toBeLessThan(40)
})

/** Returns the colour of the square picture in a place of 14 by 14. */
async function colourAt(square: Uint8Array, left: number, top: number) {
  const small = await new Bun.Image(square).resize(14).png({ palette: true, colors: 256 }).bytes()
  const [colour = []] = coloursIn(small, { left, top, right: left + 1, bottom: top + 1 }, 14)
  return colour
}

const isVivid = (colour: readonly number[]) => Math.max(...colour) - Math.min(...colour) > 150

test('the square for catalogs of podcasts has the cover as large as it is good for, or a card', async () => {
  await using svc = await startServer()
  const { nova } = await world(svc)
  const squareOf = async () => {
    const feed = await (await svc.fetch('/@nova/feed.xml')).text()
    const [, href = ''] = /<itunes:image href="([^"]+)"/.exec(feed) ?? []
    const { pathname, search } = new URL(href)
    const answer = await svc.fetch(pathname + search)
    const bytes = await answer.bytes()
    const { format, width, height } = await new Bun.Image(bytes).metadata()
    expect([format, width, height, bytes.length < 512_000]).toEqual(['jpeg', 1400, 1400, true])
    expect(answer.headers.get('content-type')).toBe('image/jpeg')
    return { href, bytes }
  }
  const card = await squareOf()
  const bring = async (side: number, height = side) => {
    const form = formBytes([{ name: 'file', value: png(side, height, () => [254, 0, 0]), fileName: 'cover.png' }])
    const { json } = await sendForm(svc, '/api/studio/assets', nova.cookie, form)
    expect((await patchCasset(svc, nova, { coverAssetId: Object(json).asset.id })).status).toBe(200)
    const { href, bytes } = await squareOf()
    expect(href).not.toBe(card.href)
    return bytes
  }
  // 1,280 of 1,400: all but a frame.
  const large = await bring(1600)
  expect([isVivid(await colourAt(large, 1, 1)), isVivid(await colourAt(large, 12, 12))]).toEqual([true, true])
  // 400 become 600, and the name stands below them.
  const small = await bring(400)
  expect([isVivid(await colourAt(small, 3, 5)), isVivid(await colourAt(small, 7, 5))]).toEqual([false, true])
  const wide = await bring(1600, 400)
  expect([isVivid(await colourAt(wide, 7, 2)), isVivid(await colourAt(wide, 1, 5))]).toEqual([false, true])
  for (const slug of ['hidden', 'draft', 'nobody']) {
    expect((await svc.fetch(`/share/square/${slug}.jpg`)).status).toBe(404)
  }
})

test('the picture of a hidden page is shown to its artist alone, and kept by nobody between', async () => {
  await using svc = await startServer()
  const { draft } = await world(svc)
  for (const slug of ['hidden', 'draft', 'nobody', '..%2f..%2ftapedeck']) {
    expect((await svc.fetch(`/share/casset/${slug}.png`)).status).toBe(404)
  }
  expect((await svc.fetch('/share/casset/nova.webp')).status).toBe(404)
  expect((await svc.fetch('/share/drop/nova.png')).status).toBe(404)
  const own = await svc.fetch('/share/casset/draft.png', { headers: { cookie: draft.cookie } })
  expect([own.status, own.headers.get('cache-control')]).toEqual([200, 'private, no-store'])
})

test('a name in letters that the typefaces lack leaves a picture without it', async () => {
  await using svc = await startServer()
  cast(svc.ctx, 'signs', { name: '🤘'.repeat(120), displayName: '🤘'.repeat(240) })
  cast(svc.ctx, 'right', { name: 'موسيقى الليل' })
  for (const handle of ['signs', 'right']) expect((await pictureOf(svc, `/@${handle}`)).looks).toEqual(whole)
})

test('pictures are deleted with their casset', async () => {
  await using svc = await startServer()
  const { nova } = await world(svc)
  await pictureOf(svc, '/@nova')
  expect(made(svc)).toHaveLength(1)
  const left = await svc.call('POST', '/api/auth/account/delete', { cookie: nova.cookie, body: {} })
  expect(left.status).toBe(204)
  await svc.ctx.jobs.idle()
  expect(made(svc)).toEqual([])
})
