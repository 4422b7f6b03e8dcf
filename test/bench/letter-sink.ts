import { SMTPServer } from 'smtp-server'

/** A mail server that takes everything, in a process of its own; it prints its port. */
const server = new SMTPServer({
  hideSTARTTLS: true,
  authOptional: true,
  onData(stream, _, done) {
    stream.resume()
    stream.on('end', () => done())
  },
})
server.on('error', () => undefined)
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
const address = server.server.address()
console.log(typeof address === 'object' && address !== null ? address.port : 0)
