/**
 * The counts of a crowd since the last report: ids that were left out or came twice, and how long
 * comments took.
 */
export type CrowdReport = {
  open: number
  events: number
  lost: number
  doubled: number
  p50Ms: number
  p99Ms: number
  mostMs: number
}

type Listener = { room: number; lastId: number; rest: string; isOpen: boolean; hasHello: boolean }
type Socket = Bun.Socket<Listener>

const atOnce = 250

type Parsed = { text: string; events: { id: number; sentAt: number }[]; hasHello: boolean; rest: string }

const now = () => performance.timeOrigin + performance.now()
// Bun writes one chunk for each frame, after a line with its length.
const chunkLine = /(?:^|\r\n)[0-9a-f]+\r\n/g

/** Creates a crowd on bare sockets: an HTTP parser for each would be slower than the server. */
export function createCrowd(port: number, pathOf = (room: number) => `/api/casset/room${room}/sideb`, isTls = false) {
  let sockets: Socket[] = []
  let latencies: number[] = []
  let [events, lost, doubled] = [0, 0, 0]

  let last: Parsed = { text: '', events: [], hasHello: false, rest: '' }

  /** Parses a frame once for all listeners of a room, who are sent the very same. */
  function parse(text: string): Parsed {
    if (text === last.text) return last
    const parts = text.replace(chunkLine, '').split('\n\n')
    const rest = parts.pop() ?? ''
    const events = parts.flatMap((part) => {
      const id = Number(/^id: (\d+)/m.exec(part)?.[1] ?? 0)
      return id === 0 ? [] : [{ id, sentAt: Number(/"text":"(\d+\.\d+)"/.exec(part)?.[1] ?? 0) }]
    })
    last = { text, events, hasHello: text.includes('event: hello'), rest }
    return last
  }

  function take(listener: Listener, piece: Buffer): void {
    const parsed = parse(listener.rest + piece.toString('latin1'))
    listener.rest = parsed.rest
    if (parsed.hasHello) listener.hasHello = true
    for (const { id, sentAt } of parsed.events) {
      events += 1
      if (listener.lastId > 0 && id <= listener.lastId) doubled += 1
      else if (listener.lastId > 0) lost += id - listener.lastId - 1
      listener.lastId = Math.max(listener.lastId, id)
      if (sentAt > 0) latencies.push(now() - sentAt)
    }
  }

  const handlers = {
    data: ({ data }: Socket, piece: Buffer) => take(data, piece),
    close({ data }: Socket) {
      data.isOpen = false
    },
    error() {},
  }

  function ask(socket: Socket): void {
    const { room, lastId } = socket.data
    const after = lastId > 0 ? `Last-Event-ID: ${lastId}\r\n` : ''
    socket.write(`GET ${pathOf(room)} HTTP/1.1\r\nHost: localhost:${port}\r\n${after}\r\n`)
  }

  async function connect(listener: Listener): Promise<Socket> {
    listener.isOpen = true
    listener.hasHello = false
    listener.rest = ''
    const to = { hostname: '127.0.0.1', port, data: listener }
    // Bytes written before the handshake are not sent.
    if (isTls)
      return Bun.connect({ ...to, tls: { rejectUnauthorized: false }, socket: { ...handlers, handshake: ask } })
    const socket = await Bun.connect<Listener>({ ...to, socket: handlers })
    ask(socket)
    return socket
  }

  const until = (isDone: (listener: Listener) => boolean) =>
    new Promise<void>((resolve) => {
      const look = () => {
        if (sockets.every(({ data }) => isDone(data))) resolve()
        else setTimeout(look, 20)
      }
      look()
    })

  return {
    async open(count: number, rooms: number): Promise<void> {
      for (let n = 0; n < count; n += 1) {
        sockets.push(await connect({ room: n % rooms, lastId: 0, rest: '', isOpen: false, hasHello: false }))
      }
      await until(({ hasHello }) => hasHello)
    },
    async stall(count: number): Promise<void> {
      for (let n = 0; n < count; n += 1) {
        const socket = await connect({ room: 0, lastId: 0, rest: '', isOpen: false, hasHello: false })
        socket.pause()
      }
    },
    leave(): void {
      for (const socket of sockets) socket.terminate()
    },
    /** Reconnects all at once after their last events; returns the ms until all had an event. */
    async back(id: number): Promise<number> {
      const from = performance.now()
      const before = sockets.map(({ data }) => data)
      sockets = []
      // Only as many at once as a listening socket queues: others would retry after seconds.
      for (let at = 0; at < before.length; at += atOnce) {
        sockets.push(...(await Promise.all(before.slice(at, at + atOnce).map(connect))))
      }
      await until(({ lastId }) => lastId >= id)
      return performance.now() - from
    },
    report(): CrowdReport {
      const sorted = latencies.toSorted((a, b) => a - b)
      const at = (part: number) => sorted[Math.floor(sorted.length * part)] ?? 0
      const open = sockets.filter(({ data }) => data.isOpen).length
      const report = { open, events, lost, doubled, p50Ms: at(0.5), p99Ms: at(0.99), mostMs: sorted.at(-1) ?? 0 }
      latencies = []
      events = 0
      return report
    },
  }
}
