import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { AppError } from '../../../src/errors.ts'
import { sendFile } from '../../../src/platform/http/answer/send-file.ts'
import { temporaryFolder } from '../../support/process.ts'
import { shareServer } from '../../support/shared.ts'

const sharedServer = shareServer(({ ctx }) => ({ ctx }))
const etag = '"abc"'
const text = '0123456789'
const kept = { 'accept-ranges': 'bytes', 'cache-control': 'private, no-store', etag, 'x-kind': 'test' }

/** The answer to a request for a file of ten digits: status, headers and body. */
async function answer(method: string, asked: Record<string, string>) {
  using folder = temporaryFolder()
  const path = join(folder.path, 'digits.txt')
  await Bun.write(path, text)
  const request = new Request('http://localhost/digits', { method, headers: asked })
  try {
    const headers = { 'content-type': 'text/plain', 'x-kind': 'test' }
    const file = { place: { path }, bytes: text.length, etag, headers }
    const response = await sendFile((await sharedServer()).ctx, file, request)
    return [response.status, Object.fromEntries(response.headers), await response.text()]
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return [error.status, error.detail.headers, error.code]
  }
}

const whole = [200, { ...kept, 'content-type': 'text/plain' }, text]
const part = (from: number, to: number) => [
  206,
  { ...kept, 'content-type': 'text/plain', 'content-range': `bytes ${from}-${to}/10` },
  text.slice(from, to + 1),
]
const outside = [416, { 'content-range': 'bytes */10', 'accept-ranges': 'bytes' }, 'RANGE_NOT_SATISFIABLE']

test.each([
  ['', whole],
  ['bytes=0-0', part(0, 0)],
  ['bytes=2-4', part(2, 4)],
  ['bytes=9-', part(9, 9)],
  ['bytes=0-9', part(0, 9)],
  ['bytes=5-10', part(5, 9)],
  ['bytes=-1', part(9, 9)],
  ['bytes=-99', part(0, 9)],
  ['bytes=10-', outside],
  ['bytes=-0', outside],
  ['bytes=5-4', whole],
  ['bytes=0-1,3-4', whole],
  ['bytes=-', whole],
  ['lines=0-1', whole],
])('the range %j is answered to the byte', async (range, expected) => {
  expect(await answer('GET', range === '' ? {} : { range })).toEqual(expected)
})

test('a range counts for GET alone, and with If-Range for the file that it names alone', async () => {
  const range = 'bytes=2-4'
  expect(await answer('HEAD', { range })).toEqual(whole)
  expect(await answer('HEAD', { range: 'bytes=99-' })).toEqual(whole)
  expect(await answer('GET', { range, 'if-range': etag })).toEqual(part(2, 4))
  for (const other of ['"abd"', 'W/"abc"', 'abc', 'Sat, 21 Nov 2026 00:00:00 GMT']) {
    expect(await answer('GET', { range, 'if-range': other })).toEqual(whole)
  }
})
