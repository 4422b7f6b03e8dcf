import { sha256 } from '../../src/lib/hash/sha256.ts'

const pendingTag = Buffer.from('0083dfe30d2ef90c8e', 'hex')
const bitcoinTag = Buffer.from('000588960d73d71901', 'hex')
const sha256Step = 0x08
const appendStep = 0xf0
const prependStep = 0xf1

const withLength = (bytes: Uint8Array) => Buffer.concat([Buffer.of(bytes.length), bytes])

function number(value: number): Buffer {
  const groups: number[] = []
  for (let rest = value; groups.length === 0 || rest > 0; rest = Math.floor(rest / 128)) {
    groups.push((rest % 128) + (rest >= 128 ? 128 : 0))
  }
  return Buffer.from(groups)
}

/**
 * An OpenTimestamps calendar on a free port, whose Bitcoin has a block when the test says so. Ends
 * with its scope.
 */
export function startCalendar() {
  const asked: string[] = []
  const waiting = new Map<string, number>()
  let block: { height: number; entries: number } | undefined
  let answer: () => Response | undefined = () => undefined
  let askedAgain = 0
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      const other = answer()
      if (other) return other
      const { pathname, origin } = new URL(request.url)
      if (pathname === '/digest' && request.method === 'POST') {
        const digest = new Uint8Array(await request.arrayBuffer())
        asked.push(Buffer.from(digest).toString('hex'))
        const nonce = Buffer.from([asked.length, 2, 3, 4])
        waiting.set(Buffer.from(sha256(digest, nonce)).toString('hex'), asked.length)
        const uri = withLength(withLength(Buffer.from(origin)))
        return new Response(
          Buffer.concat([Buffer.of(appendStep), withLength(nonce), Buffer.of(sha256Step), pendingTag, uri]),
        )
      }
      const commitment = pathname.replace('/timestamp/', '')
      askedAgain += 1
      // A request after the block is not in it.
      const place = waiting.get(commitment) ?? Number.POSITIVE_INFINITY
      if (block === undefined || place > block.entries) return new Response('Pending', { status: 404 })
      const height = withLength(number(block.height))
      return new Response(
        Buffer.concat([
          Buffer.of(prependStep),
          withLength(Buffer.from('tx')),
          Buffer.of(sha256Step),
          bitcoinTag,
          height,
        ]),
      )
    },
  })
  return {
    url: server.url.origin,
    /** The digests that it was asked to attest, in hex. */
    asked,
    get askedAgain() {
      return askedAgain
    },
    /** The answer that it gives instead, as long as that returns something. */
    set answer(given: () => Response | undefined) {
      answer = given
    },
    /** Puts the digests so far into a block. */
    attest(height: number) {
      block = { height, entries: asked.length }
    },
    [Symbol.asyncDispose]: () => server.stop(true),
  }
}
