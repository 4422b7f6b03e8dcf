import { expect, test } from 'bun:test'
import { type Goods, goodsLine } from '../../../src/web/parts/checkout/goods-line.ts'
import { startServer } from '../../support/server.ts'
import { addReadyTrack, cast, world } from '../../support/world.ts'

type Good = Goods[number]

const good = (values: Partial<Good>): Good => ({
  id: 'x',
  title: 'x',
  isrc: null,
  mbid: null,
  by: null,
  taggedAlbumArtist: null,
  taggedTrack: null,
  taggedDisc: null,
  credits: null,
  format: 'flac',
  bytes: 26_000_000,
  durationSec: 200,
  sampleRate: 48_000,
  bitDepth: 24,
  sha256: 'x',
  createdAt: 0,
  contributorId: null,
  ...values,
})
const mp3 = good({ format: 'mp3', bytes: 8_000_000, sampleRate: 44_100, bitDepth: null })

test('a download is described honestly: formats, bits, rates, what is lossy, and how large it is', () => {
  const wav = good({ format: 'wav', sampleRate: 44_100, bitDepth: 16 })
  const lines = [
    goodsLine([]),
    goodsLine(Array.from({ length: 12 }, () => good({}))),
    goodsLine([mp3]),
    goodsLine([good({}), good({}), mp3]),
    goodsLine([good({ sampleRate: null, bitDepth: null })]),
    goodsLine([good({ format: 'm4a', durationSec: null })]),
    goodsLine([wav, mp3, good({}), good({})]),
  ]
  expect(lines).toEqual([
    null,
    'Lossless download (FLAC, 24-bit/48 kHz), 312 MB',
    'Download (MP3, about 320 kbit/s), 8.0 MB',
    'Download (2 × FLAC, 24-bit/48 kHz; 1 × MP3, about 320 kbit/s), 60 MB',
    'Lossless download (FLAC), 26 MB',
    'Download (AAC), 26 MB',
    'Download (2 × FLAC, 24-bit/48 kHz; 1 × WAV, 16-bit/44.1 kHz; 1 × MP3, about 320 kbit/s), 86 MB',
  ])
})

test('world and checkout say it before the purchase, and keys to download stand where the casset is theirs alone', async () => {
  await using svc = await startServer()
  const { nova, ada } = await world(svc)
  const page = async (path: string, cookie?: string) => (await svc.call('GET', path, { cookie })).text
  const line = 'Download (MP3), 13 KB'
  const keys = 'href="/api/casset/nova/download?format=original"'
  const blank = cast(svc.ctx, 'blank', { priceMinor: 0 })
  await addReadyTrack(svc.ctx, blank.cassetId, 'One')
  const stranger = await page('/@nova')
  expect([stranger.includes(line), stranger.includes(keys)]).toEqual([true, false])
  const buyer = await page('/@blank', ada.cookie)
  expect([buyer.includes('Download (MP3'), buyer.includes('/download')]).toEqual([true, false])
  // The box with the price is where people look for the key; the marked part is for those who hear
  // no more.
  expect(buyer).toContain('href="/checkout/blank">Get it free</a>')
  const checkout = await page('/checkout/blank', ada.cookie)
  expect([checkout.includes('Download (MP3'), checkout.includes('/download')]).toEqual([true, false])
  const own = await page('/@nova', nova.cookie)
  expect([own.includes(line), own.includes(keys)]).toEqual([true, true])
  expect(await page('/library', ada.cookie)).not.toContain('/download')
  await svc.call('POST', '/api/checkout/payment-intent', { cookie: ada.cookie, body: { slug: 'blank' } })
  const isMarked = async () => (await page('/@blank', ada.cookie)).includes('class="hook"')
  expect([buyer.includes('class="hook"'), await isMarked()]).toEqual([true, false])
  for (const path of ['/@blank', '/library', '/checkout/blank']) {
    const text = await page(path, ada.cookie)
    expect(text).toContain('href="/api/casset/blank/download?format=tagged"')
    // One key, and all else folded.
    const [shown = '', folded = ''] = text.split('<details class="formats">')
    expect([path, shown.split('/download?').length - 1]).toEqual([path, 1])
    expect(folded).toContain('href="/api/casset/blank/download?format=original"')
  }
})
