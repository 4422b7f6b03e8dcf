import { readdirSync, statSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { waitLimitMs } from '../limits.ts'
import type { Answer, TestServer } from '../server.ts'
import { inTree } from '../tree.ts'
import type { Person } from '../world.ts'

export const fixture = (name: string) => Bun.file(inTree('test/fixtures', name)).bytes()

/** One part of a form; a file when it has a name of its own or bytes. */
export type Part = { name: string; value: string | Uint8Array; fileName?: string; type?: string }

const boundary = 'tapedeck-test-boundary'

export const formType = `multipart/form-data; boundary=${boundary}`

/**
 * The bytes of a multipart/form-data body, written here so that a test may break any rule of it.
 */
export function formBytes(parts: readonly Part[], end = `--${boundary}--\r\n`): Uint8Array<ArrayBuffer> {
  const pieces = parts.flatMap(({ name, value, fileName, type }) => {
    const named = fileName === undefined ? '' : `; filename="${fileName}"`
    const typed = type === undefined ? '' : `\r\nContent-Type: ${type}`
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${named}${typed}\r\n\r\n`
    return [Buffer.from(head), Buffer.from(value), Buffer.from('\r\n')]
  })
  return Buffer.concat([...pieces, Buffer.from(end)])
}

/** The uploader: to which casset, with which cookie. */
export type Author = Pick<Person, 'cassetId' | 'cookie'>

export const tracksPath = ({ cassetId }: Pick<Author, 'cassetId'>) => `/api/studio/casset/${cassetId}/tracks`

export async function sendForm(
  svc: Pick<TestServer, 'fetch'>,
  path: string,
  cookie: string | undefined,
  body: BodyInit,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const type = { 'content-type': formType }
  const response = await svc.fetch(path, {
    method: 'POST',
    body,
    headers: { ...type, ...(cookie === undefined ? {} : { cookie }), ...headers },
  })
  const text = await response.text()
  const json: unknown = text.startsWith('{') ? JSON.parse(text) : undefined
  return { status: response.status, headers: response.headers, text, json }
}

export const uploadTrack = (
  svc: Pick<TestServer, 'fetch'>,
  person: Author,
  bytes: Uint8Array | string,
  fileName = 'song.wav',
  more: readonly Part[] = [],
) => sendForm(svc, tracksPath(person), person.cookie, formBytes([{ name: 'file', value: bytes, fileName }, ...more]))

/** Lets nobody listen to what is uploaded to a server: for tests of the upload alone. */
export function withoutIngest({ ctx }: Pick<TestServer, 'ctx'>): void {
  Object.assign(ctx, { selfCommand: ['/bin/false'] })
}

/**
 * Sends the first bytes of a request over a socket and hangs up, once `hasArrived` says so when it
 * is given; resolves when the server has seen the end.
 */
export function breakOff(
  url: string,
  head: string,
  body: Uint8Array,
  hasArrived: () => boolean = () => true,
): Promise<void> {
  const { hostname, port, host } = new URL(url)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => {
      socket.write(head.replace('\r\n', `\r\nHost: ${host}\r\n`))
      socket.write(body, async () => {
        do await Bun.sleep(20)
        while (!hasArrived())
        socket.destroy()
      })
    })
    socket.on('close', () => resolve())
    socket.on('error', reject)
  })
}

/**
 * Every file under a data folder's media and uploads, as paths from the data folder; logs and
 * secrets are left out.
 */
export function keptFiles(dataDir: string): string[] {
  const entries = readdirSync(dataDir, { recursive: true, encoding: 'utf8' })
  // A file that is deleted meanwhile does not count.
  const isFile = (path: string) => statSync(join(dataDir, path), { throwIfNoEntry: false })?.isFile() === true
  const isMedia = (path: string) => /^(blobs|uploads)\//.test(path) && isFile(path)
  return entries.filter(isMedia).sort()
}

/** Waits until something is so, looking often; fails with the last value when it never is. */
export async function until<T>(look: () => T | Promise<T>, isSo: (value: T) => boolean): Promise<T> {
  const end = performance.now() + waitLimitMs
  for (;;) {
    const value = await look()
    if (isSo(value)) return value
    if (performance.now() > end) throw new Error(`never came to be; last seen: ${JSON.stringify(value)}`)
    await Bun.sleep(10)
  }
}

/** Waits until a site has begun to store so many uploads. */
export const storing = (dataDir: string, uploads = 1) =>
  until(
    () => readdirSync(join(dataDir, 'blobs/scratch')),
    ({ length }) => length >= uploads,
  )
