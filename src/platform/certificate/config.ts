import { isLoopback } from '../http/site/site.ts'

type Env = Readonly<Record<string, string | undefined>>
type Integer = (name: string, fallback: number, min: number, max: number) => number

export const letsEncrypt = 'https://acme-v02.api.letsencrypt.org/directory'

/** Where a site served by `--domain` listens, and who certifies it. */
export type HttpsConfig = { port: number; httpPort: number; directory: string }

/** Reports what contradicts --domain (rule: own-certificate). */
export function readHttpsConfig(env: Env, domain: string | undefined, integer: Integer) {
  const faults: { name: string; problem: string }[] = []
  const text = (name: string) => env[name]?.trim() || undefined
  const https: HttpsConfig = {
    port: integer('HTTPS_PORT', 443, 0, 65_535),
    httpPort: integer('HTTP_PORT', 80, 0, 65_535),
    directory: text('ACME_DIRECTORY') ?? letsEncrypt,
  }
  const { protocol, hostname } = URL.parse(https.directory) ?? {}
  if (protocol !== 'https:' && !(protocol === 'http:' && isLoopback(hostname ?? ''))) {
    faults.push({ name: 'ACME_DIRECTORY', problem: 'must be an https address (http for this machine only)' })
  }
  if (domain === undefined) return { https, faults }
  const [baseUrl, port] = [text('BASE_URL'), text('PORT')]
  if (baseUrl !== undefined && URL.parse(baseUrl)?.origin !== `https://${domain}`) {
    const problem = `is ${baseUrl}, but --domain makes the address https://${domain}; remove one of them`
    faults.push({ name: 'BASE_URL', problem })
  }
  if (port !== undefined && Number(port) !== https.port) {
    const problem = `is ${port}, but with --domain the site is on HTTPS_PORT (${https.port}) and HTTP_PORT (${https.httpPort}); remove PORT, or leave out --domain behind a proxy`
    faults.push({ name: 'PORT', problem })
  }
  if (https.port !== 0 && https.port === https.httpPort) {
    faults.push({ name: 'HTTP_PORT', problem: `must be another port than HTTPS_PORT, which is ${https.port}` })
  }
  return { https, faults }
}
