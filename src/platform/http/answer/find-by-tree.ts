import type { AnyElysia } from 'elysia'

type Router = AnyElysia['router']
type Found = Parameters<Router['http']['add']>[2]

/**
 * Lets the tree of addresses with parameters find all others too, also with the slash at the end
 * that Elysia allows. Otherwise Elysia writes one function with cases for each of some hundreds of
 * addresses, which every start has to read and keep. Called before the app is asked for anything.
 */
export function findByTree({ router }: AnyElysia): void {
  for (const [path, methods] of Object.entries(router.static)) {
    for (const [method, index] of Object.entries(methods)) {
      const found = foundLater(router, index)
      router.http.add(method, path, found)
      router.http.add(method, path.endsWith('/') ? path.slice(0, -1) : `${path}/`, found)
    }
  }
  router.static = {}
}

/** A route whose handler is composed when it is first found, as Elysia does it itself. */
function foundLater({ history }: Router, index: number): Found {
  const found: Found = {
    compile() {
      const handler = history[index]?.compile()
      if (handler) found.handler = handler
      return handler
    },
  }
  return found
}
