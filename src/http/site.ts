import type { Config } from '../config.ts'

/** The hosts under which this instance answers (rule 2.9): BASE_URL, and the loopback names at the bound port. */
export type Site = {
  /** Origin of our links, without a slash at the end. */
  readonly origin: string
  readonly isHttps: boolean
  /** Sets the port; called once, when listening. */
  bind(port: number): void
  hasHost(host: string | null): boolean
  hasOrigin(origin: string): boolean
}

const loopback = ['localhost', '127.0.0.1', '[::1]']

/** Creates the site of a configuration; before `bind` it knows only BASE_URL. */
export function createSite({ baseUrl, port }: Config): Site {
  const hosts = new Set<string>()
  const origins = new Set<string>()
  let origin = baseUrl?.origin ?? 'http://localhost'
  const bind = (bound: number) => {
    origin = baseUrl?.origin ?? `http://localhost:${bound}`
    for (const name of loopback) {
      hosts.add(`${name}:${bound}`)
      origins.add(`http://${name}:${bound}`)
      if (bound === 80) hosts.add(name)
    }
    hosts.add(new URL(origin).host)
    origins.add(origin)
  }
  if (port !== 0) bind(port)
  return {
    get origin() {
      return origin
    },
    isHttps: baseUrl?.protocol === 'https:',
    bind,
    hasHost: (host) => host !== null && (hosts.has(host) || hosts.has(host.toLowerCase())),
    hasOrigin: (candidate) => origins.has(candidate),
  }
}
