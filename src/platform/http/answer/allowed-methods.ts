import { pathPattern, type Route } from '../routes-of.ts'

/** Returns the methods that a path accepts, for 405 and Allow; none for an unknown path. */
export function createAllowedMethods(routes: () => readonly Route[]): (path: string) => string[] {
  let table: { matches: RegExp; method: string }[] | undefined
  return (path) => {
    table ??= routes().map((route) => ({ matches: new RegExp(pathPattern(route.path)), method: route.method }))
    const methods = new Set(table.filter((route) => route.matches.test(path)).map((route) => route.method))
    if (methods.has('GET')) methods.add('HEAD')
    return [...methods].sort()
  }
}
