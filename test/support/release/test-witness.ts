import { readCheckpoint } from '../../../src/lib/verify/note/checkpoint.ts'
import { privateKeyOf, publicBytesOf } from '../../../src/release/signing/keys.ts'
import { cosign, verifierKey } from '../../../src/release/signing/signed-note.ts'

type Answer = (request: Request) => Response | undefined | Promise<Response | undefined>

/**
 * A witness on a free port that believes every log, unless the test answers in its place. It keeps
 * the sizes that it was told, and the newest checkpoint.
 */
export function startWitness(name = 'witness.example/w', seed = 5) {
  const privateKey = privateKeyOf(new Uint8Array(32).fill(seed))
  const key = verifierKey(name, publicBytesOf(privateKey), 'witness')
  const asked: string[] = []
  const line = (text: string, atMs: number) => cosign(text, atMs, name, privateKey)
  const own: { answer: Answer; nowMs: () => number; newest: string } = {
    answer: () => undefined,
    nowMs: () => Date.now(),
    newest: '',
  }
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    async fetch(request) {
      const given = await own.answer(request.clone())
      if (given) return given
      if (request.method === 'GET')
        return own.newest === '' ? new Response('', { status: 404 }) : new Response(own.newest)
      const body = await request.text()
      asked.push(body)
      const note = body.slice(body.indexOf('\n\n') + 2)
      const known = readCheckpoint(own.newest)?.size ?? 0
      if (body.split('\n')[0] !== `old ${known}`)
        return new Response(`${known}\n`, { status: 409, headers: { 'content-type': 'text/x.tlog.size' } })
      const [text = ''] = note.split('\n\n')
      const cosigned = line(`${text}\n`, own.nowMs())
      own.newest = note + cosigned
      return new Response(cosigned)
    },
  })
  const url = `http://127.0.0.1:${server.port}`
  const stop = { [Symbol.asyncDispose]: () => server.stop(true) }
  return Object.assign(own, { key, url, setting: `${key} ${url}`, asked, cosign: line, ...stop })
}
