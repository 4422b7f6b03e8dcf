import { connect } from 'node:net'

/** Sends bytes as they are, which fetch would not, and gives what comes back. */
export function raw(url: string, request: string): Promise<string> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(request))
    let text = ''
    socket.on('data', (piece) => {
      text += String(piece)
    })
    socket.on('close', () => resolve(text))
    socket.on('error', reject)
  })
}

/** The beginning of a request, to which an empty line or more headers belong. */
export const head = (method: string, path: string, host: string) =>
  `${method} ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n`
