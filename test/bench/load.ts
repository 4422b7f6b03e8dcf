export type Round = { perSecond: number; p99Ms: number; failed: number }

type Plan = { port: number; connections: number; seconds: number; request: (n: number) => Uint8Array }

const headEnd = Buffer.from('\r\n\r\n')

/**
 * Keeps `connections` sockets busy, each with one request at a time, for `seconds`. Bare sockets,
 * because a generator that parses HTTP properly would be slower than the server.
 */
export async function load({ port, connections, seconds, request }: Plan): Promise<Round> {
  const latencies: number[] = []
  let failed = 0
  let sent = 0
  let isOver = false
  const ended: Promise<void>[] = []

  for (let n = 0; n < connections; n += 1) {
    const { promise, resolve } = Promise.withResolvers<void>()
    ended.push(promise)
    let waitingFor = 0
    let startedAt = 0
    await Bun.connect({
      hostname: '127.0.0.1',
      port,
      socket: {
        open: (socket) => next(socket),
        close: () => resolve(),
        error: () => resolve(),
        data(socket, piece) {
          // The head is in the first piece: ours take a kilobyte, and a piece on loopback has up to
          // sixty.
          if (waitingFor === 0) {
            waitingFor = responseLength(piece)
            // The tenth byte of "HTTP/1.1 200" is the first digit of the status.
            if (piece[9] !== 0x32) failed += 1
          }
          waitingFor -= piece.length
          if (waitingFor > 0) return
          latencies.push(performance.now() - startedAt)
          if (isOver) socket.end()
          else next(socket)
        },
      },
    })
    function next(socket: { write(bytes: Uint8Array): number }): void {
      startedAt = performance.now()
      socket.write(request(sent))
      sent += 1
    }
  }
  const from = performance.now()
  await Bun.sleep(seconds * 1000)
  const done = latencies.length
  const tookSec = (performance.now() - from) / 1000
  isOver = true
  await Promise.race([Promise.all(ended), Bun.sleep(2000)])
  latencies.sort((a, b) => a - b)
  return { perSecond: done / tookSec, p99Ms: latencies[Math.floor(latencies.length * 0.99)] ?? 0, failed }
}

function responseLength(piece: Buffer): number {
  const end = piece.indexOf(headEnd)
  if (end === -1) throw new Error('The head of an answer came in two pieces.')
  const length = /content-length: (\d+)/i.exec(piece.toString('latin1', 0, end))?.[1]
  return end + headEnd.length + Number(length ?? 0)
}

/**
 * Makes requests whose client addresses differ, as a proxy would forward them; `headers` are
 * further lines of each. With a `body`, which is JSON, they are posts.
 */
export function requestsFromMany(path: string, host: string, headers = '', body?: string): (n: number) => Uint8Array {
  const method = body === undefined ? 'GET' : 'POST'
  const length = body === undefined ? '' : `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n`
  const head = `${method} ${path} HTTP/1.1\r\nHost: ${host}\r\nAccept: application/json\r\n${length}${headers}`
  const made = Array.from({ length: 65_536 }, (_, n) =>
    Buffer.from(`${head}X-Forwarded-For: 100.${64 + (n >> 14)}.${(n >> 7) & 127}.${n & 127}\r\n\r\n${body ?? ''}`),
  )
  return (n) => made[n % made.length] ?? Buffer.alloc(0)
}
