import { connect, createServer, type Socket } from 'node:net'

/**
 * A line between browser and server that a test can stop and cut in the middle of a transfer. Ends
 * with its scope.
 */
export type Line = Disposable & {
  /** Origin at this end of the line. */
  readonly url: string
  /** Where the line leads: the server must answer for `url` as its own (BASE_URL). */
  lead(to: { url: string }): void
  /** Lets this many more bytes go up, and then nothing. */
  stopAfter(bytes: number): void
  /** Breaks every connection, and lets nobody through until it is healed. */
  cut(): void
  heal(): void
}

export async function layLine(): Promise<Line> {
  let port = 0
  let bytesLeft = Number.POSITIVE_INFINITY
  let isCut = false
  const open = new Set<Socket>()
  const breakAll = () => {
    for (const socket of open) socket.destroy()
  }
  const server = createServer((near) => {
    if (isCut) {
      near.destroy()
      return
    }
    const far = connect(port, '127.0.0.1')
    for (const socket of [near, far]) {
      open.add(socket)
      socket.on('error', () => socket.destroy())
      socket.on('close', () => {
        open.delete(socket)
        near.destroy()
        far.destroy()
      })
    }
    near.on('data', (piece: Buffer) => {
      if (bytesLeft > 0) far.write(piece.subarray(0, bytesLeft))
      bytesLeft -= piece.length
    })
    far.pipe(near)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const address = server.address()
  return {
    url: `http://localhost:${typeof address === 'object' ? address?.port : ''}`,
    lead({ url }) {
      port = Number(new URL(url).port)
    },
    stopAfter(bytes) {
      bytesLeft = bytes
    },
    cut() {
      isCut = true
      breakAll()
    },
    heal() {
      isCut = false
      bytesLeft = Number.POSITIVE_INFINITY
    },
    [Symbol.dispose]() {
      breakAll()
      server.close()
    },
  }
}
