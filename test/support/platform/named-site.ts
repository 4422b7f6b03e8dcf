import { connect } from 'node:tls'
import { type ServerOptions, startServer, type TestServer } from '../server.ts'
import type { AcmePeer } from './acme.ts'

/** The name under which the sites of tests serve https. */
export const domain = 'music.test'

/**
 * Starts a server as `tapedeck serve --domain music.test` does, on free ports, which the authority
 * finds.
 */
export async function startNamed(acme: AcmePeer, options: ServerOptions = {}): Promise<TestServer> {
  const env = { HTTPS_PORT: '0', HTTP_PORT: '0', ACME_DIRECTORY: acme.directory, ...options.env }
  const svc = await startServer({ domain, ...options, env })
  acme.faults.httpPort = svc.httpPort ?? 0
  return svc
}

/** Asks the plain port, as a browser does that was given the name. */
export const askPlainly = (svc: TestServer, path: string, init: RequestInit = {}) =>
  fetch(`http://127.0.0.1:${svc.httpPort}${path}`, {
    redirect: 'manual',
    ...init,
    headers: { host: domain, ...init.headers },
  })

/** Asks the site over TLS, trusting only the authority. */
export const askSecurely = (svc: TestServer, acme: AcmePeer, path: string, init: RequestInit = {}) =>
  fetch(`https://127.0.0.1:${new URL(svc.url).port}${path}`, {
    redirect: 'manual',
    ...init,
    headers: { host: domain, ...init.headers },
    tls: { ca: acme.rootPem, serverName: domain },
  })

/**
 * Shakes hands as a client that trusts only the authority; the serial number of the site's
 * certificate.
 */
export const handshake = (svc: Pick<TestServer, 'url'>, acme: AcmePeer) =>
  new Promise<string>((resolve, reject) => {
    const port = Number(new URL(svc.url).port)
    const socket = connect({ host: '127.0.0.1', port, servername: domain, ca: acme.rootPem }, () => {
      resolve(socket.getPeerCertificate().serialNumber)
      socket.end()
    })
    socket.on('error', reject)
  })

/** The log lines about certificates, without the times. */
export const told = (svc: TestServer) =>
  svc.logged
    .map((line): Record<string, unknown> => JSON.parse(line))
    .filter(({ event }) => String(event).startsWith('certificate.'))

/** Lets time pass, and what is due then be done. */
export async function pass(svc: TestServer, ms: number): Promise<void> {
  svc.tick(ms)
  await svc.ctx.jobs.idle()
}
