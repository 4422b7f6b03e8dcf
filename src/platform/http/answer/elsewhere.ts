import { fetchedElsewhere } from '../headers.ts'
import { pathPattern, type Route } from '../routes-of.ts'

export type OpenRoute = Route & { hooks?: { detail?: { elsewhere?: boolean } } }

/** Whether other sites' scripts may call a path: it has `elsewhere` (rule: cross-origin-reads). */
export function createOpenPaths(routes: () => readonly OpenRoute[]): (path: string) => boolean {
  let open: RegExp | undefined
  return (path) => {
    open ??= anyOf(routes().filter(({ hooks }) => hooks?.detail?.elsewhere))
    return open.test(path)
  }
}

const nothing = /(?!)/

const anyOf = (routes: readonly Route[]): RegExp =>
  routes.length === 0 ? nothing : new RegExp(routes.map(({ path }) => pathPattern(path)).join('|'))

/** The Fetch standard's preflight. */
export const isPreflight = ({ method, headers }: Request): boolean =>
  method === 'OPTIONS' && headers.has('access-control-request-method')

/** The star leaves out Authorization, which the sandbox takes. */
export const preflight = (methods: readonly string[]): Response =>
  new Response(null, {
    status: 204,
    headers: {
      ...fetchedElsewhere,
      allow: methods.join(', '),
      'access-control-allow-methods': methods.join(', '),
      'access-control-allow-headers': '*, Authorization',
      'access-control-max-age': '86400',
      'cache-control': 'no-store',
    },
  })
