import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generate } from 'openapi-typescript-codegen'

/** The values that a generated operation asks its client to send. */
type ClientRequest = {
  method: string
  url: string
  path?: Record<string, unknown>
  query?: Record<string, unknown>
  headers?: Record<string, string | undefined>
  formData?: Record<string, string | Blob | undefined>
  body?: unknown
  mediaType?: string
}

/**
 * The seam that the generator leaves to its users: sends what an operation asks for, and keeps
 * cookies as a browser does.
 */
class Sender {
  readonly #base: string
  #cookie = ''

  constructor({ BASE }: { BASE: string }) {
    this.#base = BASE
  }

  async request({ method, url, path = {}, query = {}, headers = {}, formData, body, mediaType }: ClientRequest) {
    const address = new URL(
      url.replace(/{(\w+)}/g, (_, name: string) => encodeURIComponent(`${path[name]}`)),
      this.#base,
    )
    for (const [name, value] of Object.entries(query)) {
      if (value !== undefined) address.searchParams.set(name, `${value}`)
    }
    const sent = new Headers({ cookie: this.#cookie })
    for (const [name, value] of Object.entries(headers)) if (value !== undefined) sent.set(name, value)
    if (mediaType !== undefined && !formData) sent.set('content-type', mediaType)
    const form = new FormData()
    for (const [name, value] of Object.entries(formData ?? {})) if (value !== undefined) form.append(name, value)
    const payload = formData ? form : body === undefined ? null : JSON.stringify(body)
    const answer = await fetch(address, { method, headers: sent, body: payload })
    this.#cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? this.#cookie
    if (!answer.ok) throw new Error(`${method} ${url}: ${answer.status} ${await answer.text()}`)
    if (answer.status === 204) return undefined
    return answer.headers.get('content-type')?.startsWith('application/json') ? answer.json() : answer.blob()
  }
}

/**
 * Returns what makes clients of a server from its own document, with a public generator that knows
 * nothing else of it: each client is somebody with cookies of their own. Its types are written with
 * it, and so are not known here.
 */
export async function generateClient(document: Record<string, unknown>, base: string) {
  const folder = mkdtempSync(join(tmpdir(), 'tapedeck-client-'))
  await generate({ input: document, output: folder, clientName: 'Tapedeck', useOptions: true })
  const { Tapedeck } = await import(join(folder, 'index.ts'))
  rmSync(folder, { recursive: true })
  return () => new Tapedeck({ BASE: base }, Sender)
}
