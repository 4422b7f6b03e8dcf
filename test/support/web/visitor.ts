import type { Provider } from '../account/provider.ts'
import type { TestServer } from '../server.ts'

/** A browser without scripts: it keeps cookies and follows redirects only when told to. */
export type Visitor = {
  cookies: Map<string, string>
  get(address: string): Promise<{ status: number; location: string }>
  send(method: string, path: string, body?: object): Promise<{ status: number; json: unknown }>
  /**
   * Signs in at the provider through a door of ours, and returns where the visitor ends up and by
   * how many redirects.
   */
  signIn(provider: Provider, name: string, next?: string): Promise<{ location: string; redirects: number }>
}

/** Opens one, signed in with a session if it is given. */
export function newVisitor(svc: TestServer, session?: string): Visitor {
  const cookies = new Map<string, string>()
  if (session !== undefined) {
    const at = session.indexOf('=')
    cookies.set(session.slice(0, at), session.slice(at + 1))
  }
  const ask = async (path: string, init: RequestInit & { headers?: Record<string, string> } = {}) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { ...init.headers, ...(cookie === '' ? {} : { cookie }) }
    const response = await fetch(svc.ctx.site.origin + path, { redirect: 'manual', ...init, headers })
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';')
      const at = pair.indexOf('=')
      cookies.set(pair.slice(0, at), decodeURIComponent(pair.slice(at + 1)))
    }
    return response
  }
  const pathOf = (address: string) => {
    const { pathname, search } = new URL(address, svc.ctx.site.origin)
    return pathname + search
  }
  const get = async (address: string) => {
    const response = await ask(pathOf(address))
    await response.text()
    return { status: response.status, location: response.headers.get('location') ?? '' }
  }
  return {
    cookies,
    get,
    async send(method, path, body) {
      const response = await ask(path, {
        method,
        headers: { origin: svc.url, ...(body ? { 'content-type': 'application/json' } : {}) },
        ...(body ? { body: JSON.stringify(body) } : {}),
      })
      const text = await response.text()
      const json: unknown = text === '' ? undefined : JSON.parse(text)
      return { status: response.status, json }
    },
    async signIn(provider, name, next = '/library') {
      const there = await get(`/api/auth/${name}?next=${encodeURIComponent(next)}`)
      if (!there.location.startsWith(provider.url)) return { location: there.location, redirects: 1 }
      const { back, form } = provider.consent(there.location)
      if (name !== 'apple') return { location: (await get(back.href)).location, redirects: 2 }
      const posted = await svc.fetch('/api/auth/apple/callback', {
        method: 'POST',
        redirect: 'manual',
        headers: {
          origin: provider.url,
          'sec-fetch-site': 'cross-site',
          'content-type': 'application/x-www-form-urlencoded',
        },
        body: form.toString(),
      })
      return { location: (await get(posted.headers.get('location') ?? '')).location, redirects: 3 }
    },
  }
}
