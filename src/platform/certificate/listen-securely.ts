import { networkInterfaces } from 'node:os'
import type { Ctx } from '../../context.ts'
import { bindPort, findFreePort } from '../http/site/bind-port.ts'
import { certificateRow, changeRow, isUsable, type KeyPair, noCertificate, pairOf } from './certificate.ts'
import { certificateNews } from './news.ts'
import { createPlainAnswer } from './plain-port.ts'

type Server = Bun.Server<unknown>
type Binding = { hostname: string; port: number; reusePort: boolean }

export type OpenSite = (options: Binding & { tls?: KeyPair }) => Server

export type SecurePorts = { port: number; httpPort: number; stop(isNow?: boolean): Promise<void> }

const maxPlainBytes = 64 * 1024

/**
 * Listens with TLS and plainly (rules: plain-port, renewal). Bun never changes the certificate of a
 * listener: a second listener on the same port uses the new one, while the first keeps its
 * connections. Throws PortError.
 */
export async function listenSecurely(ctx: Ctx, open: OpenSite): Promise<SecurePorts> {
  const { domain = '', https, host } = ctx.config
  const hostname = host === '::' && !hasIpv6() ? '0.0.0.0' : host
  const holder = await holdPort(hostname, https.port)
  const port = holder.port ?? https.port
  const servers = new Set([holder])
  let newest = holder
  let used: string | undefined
  const use = (tls: KeyPair) => {
    if (tls.cert === used) return
    const before = newest
    newest = open({ hostname, port, reusePort: true, tls })
    used = tls.cert
    servers.add(newest)
    void before.stop(before === holder).then(() => servers.delete(before))
  }
  const stop = async (isNow = false) => void (await Promise.all([...servers].map((each) => each.stop(isNow))))
  try {
    const fetch = createPlainAnswer(ctx, () => newest !== holder)
    const { httpPort } = https
    const plain = bindPort(httpPort, 'HTTP_PORT', () =>
      Bun.serve({ hostname, port: httpPort, reusePort: false, maxRequestBodySize: maxPlainBytes, fetch }),
    )
    servers.add(plain)
    const pair = pairOf(certificateRow(ctx, domain))
    if (pair) await useKept(ctx, domain, pair, use)
    certificateNews(ctx).listen(use)
    return { port, httpPort: plain.port ?? httpPort, stop }
  } catch (error) {
    await stop(true)
    throw error
  }
}

/** A certificate that TLS cannot read is forgotten, as if there were none yet. */
async function useKept(ctx: Ctx, domain: string, pair: KeyPair, use: (pair: KeyPair) => void): Promise<void> {
  try {
    use(pair)
  } catch (error) {
    if (await isUsable(pair)) throw error
    changeRow(ctx, domain, noCertificate)
    ctx.log.warn('certificate.unusable', { domain, check: 'nothing: another one is asked for' })
  }
}

/** Keeps the port until there is a certificate. Listeners that replace each other share it. */
async function holdPort(hostname: string, wanted: number): Promise<Server> {
  const fetch = () => new Response(null, { status: 503 })
  const port = await findFreePort(hostname, wanted, 'HTTPS_PORT')
  return bindPort(port, 'HTTPS_PORT', () => Bun.serve({ hostname, port, reusePort: true, fetch }))
}

const hasIpv6 = () =>
  Object.values(networkInterfaces()).some((addresses) => addresses?.some(({ family }) => family === 'IPv6'))
