import { connect } from 'node:net'

/** A connection that sends and reads when a test says so. */
export function openSocket({ url }: { url: string }) {
  const { hostname, port, host } = new URL(url)
  const socket = connect(Number(port), hostname)
  const pieces: Buffer[] = []
  socket.on('data', (piece) => pieces.push(Buffer.from(piece)))
  const closed = new Promise<void>((resolve) => socket.on('close', () => resolve()))
  return {
    socket,
    closed,
    ask: (line: string, headers: string, body: Uint8Array = new Uint8Array()) =>
      socket.write(Buffer.concat([Buffer.from(`${line} HTTP/1.1\r\nHost: ${host}\r\n${headers}\r\n\r\n`), body])),
    received: () => pieces.reduce((sum, { length }) => sum + length, 0),
    text: () => Buffer.concat(pieces).toString('latin1'),
  }
}
