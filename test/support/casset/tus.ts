import type { Answer, TestServer } from '../server.ts'
import { type Author, tracksPath } from './upload.ts'

const encoded = (metadata: Record<string, string>) =>
  Object.entries(metadata)
    .map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
    .join(',')

/** Sends one tus 1.0 request by hand, and reads the whole answer. */
export async function tus(
  svc: Pick<TestServer, 'fetch'>,
  person: Pick<Author, 'cookie'>,
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body?: BodyInit,
): Promise<Answer> {
  const response = await svc.fetch(path, {
    method,
    headers: { 'tus-resumable': '1.0.0', cookie: person.cookie, ...headers },
    ...(body === undefined ? {} : { body }),
  })
  const text = await response.text()
  const json: unknown = text.startsWith('{') ? JSON.parse(text) : undefined
  return { status: response.status, headers: response.headers, text, json }
}

/** Begins an upload of so many bytes and gives its address. */
export async function beginUpload(
  svc: Pick<TestServer, 'fetch'>,
  person: Author,
  bytes: number,
  metadata: Record<string, string> = { filename: 'song.wav' },
  to = tracksPath(person),
): Promise<string> {
  const headers = { 'upload-length': String(bytes), 'upload-metadata': encoded(metadata) }
  const answer = await tus(svc, person, 'POST', to, headers)
  const location = answer.headers.get('location')
  if (answer.status !== 201 || location === null) throw new Error(`no upload: ${answer.status} ${answer.text}`)
  return location
}

export const sendPiece = (
  svc: Pick<TestServer, 'fetch'>,
  person: Pick<Author, 'cookie'>,
  path: string,
  offset: number,
  piece: Uint8Array<ArrayBuffer>,
) =>
  tus(
    svc,
    person,
    'PATCH',
    path,
    { 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
    piece,
  )

export async function offsetOf(svc: Pick<TestServer, 'fetch'>, person: Author, path: string): Promise<number> {
  const { headers } = await tus(svc, person, 'HEAD', path)
  return Number(headers.get('upload-offset') ?? Number.NaN)
}
