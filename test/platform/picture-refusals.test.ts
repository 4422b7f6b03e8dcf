import { expect, test } from 'bun:test'
import { refuseCutOff } from '../../src/platform/asset/picture/cut-off.ts'
import { rowsOf } from '../support/account/account.ts'
import { fixture, formBytes, keptFiles, sendForm } from '../support/casset/upload.ts'
import { png, pngSignature, rawPng, withExif } from '../support/platform/picture.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { cast, type Person } from '../support/world.ts'

const upload = (svc: TestServer, person: Pick<Person, 'cookie'>, bytes: Uint8Array | string, fileName = 'cover.png') =>
  sendForm(svc, '/api/studio/assets', person.cookie, formBytes([{ name: 'file', value: bytes, fileName }]))

const sunset = png(1_344, 756, (x, y) => (y < 420 ? [230, 90, 40] : [20 + (x % 7), 30, 80]))
const unreadable = {
  error: 'The picture cannot be read, or has too many pixels.',
  code: 'VALIDATION',
  field: 'file',
  hint: 'Use JPEG, PNG, WebP or GIF of up to 60 megapixels.',
}
const unknownType = {
  error: 'This is neither a picture (JPEG, PNG, WebP, GIF) nor a zip of stems.',
  code: 'UNSUPPORTED_MEDIA_TYPE',
}

test('a picture that is broken or only begins like one is refused, and nothing is kept', async () => {
  await using svc = await startServer()
  const ada = cast(svc.ctx, 'ada')
  const broken: [name: string, bytes: Uint8Array][] = [
    ['a signature alone', pngSignature],
    ['a page after a signature', Buffer.concat([pngSignature, Buffer.from('<html><script>alert(1)</script>')])],
    ['a PNG of no pixels', rawPng(0, 0, Buffer.alloc(1))],
    ['a PNG that lies about its size', rawPng(4_000, 4_000, Buffer.alloc(10))],
    ['a GIF of nothing', Buffer.from('GIF89a')],
    ['a picture far too tall for webp', png(10, 20_000, () => [1, 2, 3])],
  ]
  for (const [name, bytes] of broken) {
    const { status, json } = await upload(svc, ada, bytes)
    expect([name, status, json]).toEqual([name, 400, unreadable])
    expect([name, keptFiles(svc.dataDir)]).toEqual([name, []])
  }
  expect(rowsOf(svc, 'assets')).toEqual([])
})

const cutOff = {
  error: 'This picture is cut off: a part of it is missing.',
  code: 'VALIDATION',
  field: 'file',
  hint: 'Copy or save it again and upload that.',
}

test('a picture that is cut off anywhere is refused as that, in every format', async () => {
  await using svc = await startServer()
  const ada = cast(svc.ctx, 'ada')
  const image = () => new Bun.Image(sunset)
  const wholes: Record<string, Uint8Array> = {
    PNG: sunset,
    JPEG: await image().jpeg({ quality: 90 }).bytes(),
    'JPEG in scans': await image().jpeg({ quality: 90, progressive: true }).bytes(),
    'JPEG of a phone': withExif(await image().jpeg({ quality: 90 }).bytes(), 6, 'x'),
    WebP: await image().webp({ quality: 90 }).bytes(),
    'moving WebP': await fixture('bounce.webp'),
    GIF: await fixture('bounce.gif'),
  }
  for (const [name, whole] of Object.entries(wholes)) {
    for (const part of [0.1, 0.5, 0.9, 0.999]) {
      const cut = () => refuseCutOff(whole.subarray(0, Math.floor(whole.length * part)))
      expect(cut, `${name}, ${part}`).toThrow(cutOff.error)
    }
    for (const beyond of [0, 500]) refuseCutOff(Buffer.concat([whole, Buffer.alloc(beyond)]))
  }
  for (const name of ['JPEG', 'JPEG in scans']) {
    const { status, json } = await upload(svc, ada, wholes[name]?.subarray(0, 9_000) ?? '')
    expect([name, status, json]).toEqual([name, 400, cutOff])
  }
  expect([keptFiles(svc.dataDir), rowsOf(svc, 'assets')]).toEqual([[], []])
})

test('a file that is neither a picture nor a zip is 415 by its content, whatever its name', async () => {
  await using svc = await startServer()
  const ada = cast(svc.ctx, 'ada')
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(1)</script></svg>'
  const pictures = {
    SVG: [svg, `<?xml version="1.0"?>${svg}`],
    HEIC: ['\0\0\0\x18ftypheic\0\0', '\0\0\0\x18ftypmif1\0\0'],
    AVIF: ['\0\0\0\x18ftypavif\0\0'],
    TIFF: ['II*\0', 'MM\0*'],
    BMP: ['BM\0\0'],
    Photoshop: ['8BPS\0'],
    'JPEG 2000': ['\0\0\0\x0cjP  \r\n'],
  }
  const unnamed = ['', '<!doctype html>', '%PDF-1.7', 'PK\x05\x06', 'RIFFxxxxWAVE', '\0\0\0\x18ftypisom']
  const said = unnamed.map((content): [string, object] => [content, unknownType])
  for (const [format, contents] of Object.entries(pictures)) {
    const error = `This picture is in the format ${format}. Use JPEG, PNG, WebP or GIF.`
    const hint = 'Export it as JPEG. An iPhone takes JPEG with Settings, Camera, Formats, Most Compatible.'
    const told = { error, code: 'UNSUPPORTED_MEDIA_TYPE', ...(format === 'HEIC' ? { hint } : {}) }
    for (const content of contents) said.push([content, told])
  }
  for (const [content, told] of said) {
    const { status, json } = await upload(svc, ada, content, 'cover.png')
    expect([content, status, json]).toEqual([content, 415, told])
  }
  expect([keptFiles(svc.dataDir), rowsOf(svc, 'assets')]).toEqual([[], []])
})
