type Route = { method: string; path: string }

const escapeText = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

const partPattern = (part: string) => {
  if (part === '*') return '.*'
  return part.startsWith(':') ? '[^/]+' : escapeText(part).replace(/:[A-Za-z]+/, '[^/]+')
}

const pathPattern = (path: string) => new RegExp(`^${path.split('/').map(partPattern).join('/')}$`)

/** Returns the methods that a path accepts, for 405 and Allow; none for an unknown path. */
export function createAllowedMethods(routes: () => readonly Route[]): (path: string) => string[] {
  let table: { matches: RegExp; method: string }[] | undefined
  return (path) => {
    table ??= routes().map((route) => ({ matches: pathPattern(route.path), method: route.method }))
    const methods = new Set(table.filter((route) => route.matches.test(path)).map((route) => route.method))
    if (methods.has('GET')) methods.add('HEAD')
    return [...methods].sort()
  }
}
