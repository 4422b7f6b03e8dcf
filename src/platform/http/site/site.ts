/** The hosts of this instance: BASE_URL, else HOST and loopback at the port (rule: own-hosts). */
export type Site = {
  /** Origin of our links, without a slash at the end. */
  readonly origin: string
  readonly isHttps: boolean
  /** Sets the port; called once, when listening. */
  bind(port: number): void
  /** Makes an origin its own, beside the loopback names (rule: first-start). */
  adopt(origin: string): void
  hasHost(host: string | null): boolean
  hasOrigin(origin: string): boolean
}

type SiteConfig = { readonly baseUrl: URL | undefined; readonly host: string; readonly port: number }

const loopback = ['localhost', '127.0.0.1', '[::1]']

export const isEverywhere = (host: string): boolean => host === '0.0.0.0' || host === '::'

/** Returns whether a HOST accepts connections from this machine only. */
export const isLoopback = (host: string): boolean => /^(?:localhost|127(?:\.\d+){3}|::1)$/.test(host)

const bracketed = (host: string) => (host.includes(':') ? `[${host}]` : host)

/** Returns the name under which a browser opens what listens on a HOST. */
export const openName = (host: string): string => (isEverywhere(host) ? 'localhost' : bracketed(host))

/** Creates the site of a configuration; before `bind` it knows only BASE_URL. */
export function createSite({ baseUrl, host, port }: SiteConfig): Site {
  const hosts = new Set<string>()
  const origins = new Set<string>()
  // A server on one network address cannot be reached by a loopback name.
  const name = isLoopback(host) ? 'localhost' : openName(host)
  let origin = baseUrl?.origin ?? `http://${name}`
  const bind = (bound: number) => {
    origin = baseUrl?.origin ?? new URL(`http://${name}:${bound}`).origin
    for (const name of loopback) {
      hosts.add(`${name}:${bound}`)
      origins.add(`http://${name}:${bound}`)
      if (bound === 80) hosts.add(name)
    }
    own(origin)
  }
  const own = (added: string) => {
    hosts.add(new URL(added).host)
    origins.add(added)
  }
  if (port !== 0) bind(port)
  return {
    get origin() {
      return origin
    },
    isHttps: baseUrl?.protocol === 'https:',
    bind,
    adopt(taken) {
      origin = taken
      own(taken)
    },
    hasHost: (host) => host !== null && (hosts.has(host) || hosts.has(host.toLowerCase())),
    hasOrigin: (candidate) => origins.has(candidate),
  }
}
