export type RequestWatch = {
  /** `route` is null where none was found, or the request was refused before. */
  answered(request: Request, route: string | null, response: Response, ms: number): void
}

export type RouteNotes = {
  routed(request: Request, route: string): void
  routeOf(request: Request): string | null
}

export function createRouteNotes(): RouteNotes {
  const routes = new WeakMap<Request, string>()
  return {
    routed: (request, route) => void routes.set(request, route),
    routeOf: (request) => routes.get(request) ?? null,
  }
}

export type Handle = (request: Request, server: Bun.Server<unknown>) => Response | Promise<Response>
type Routes = Record<string, Handle | { [method: string]: Handle }>
type Answers = { routes: Routes; fetch: Handle }

/** Returns the same answers, and informs all watches when each begins. */
export function watchAnswers<A extends Answers>(
  answers: A,
  watches: readonly RequestWatch[],
  { routeOf }: Pick<RouteNotes, 'routeOf'>,
) {
  return wrapAnswers(answers, (handle, route) => (request, server) => {
    const from = performance.now()
    const tell = (response: Response) => {
      const ms = performance.now() - from
      for (const watch of watches) watch.answered(request, route ?? routeOf(request), response, ms)
      return response
    }
    const answer = handle(request, server)
    return answer instanceof Promise ? answer.then(tell) : tell(answer)
  })
}

/** Returns the same answers, each given by another function. Bun itself routes those of `route`. */
export function wrapAnswers<A extends Answers>(answers: A, wrap: (handle: Handle, route?: string) => Handle) {
  const wrapAll = (each: Routes[string], path: string) =>
    typeof each === 'function'
      ? wrap(each, path)
      : Object.fromEntries(Object.entries(each).map(([method, handle]) => [method, wrap(handle, path)]))
  const routes = Object.fromEntries(Object.entries(answers.routes).map(([path, each]) => [path, wrapAll(each, path)]))
  return { ...answers, routes, fetch: wrap(answers.fetch) }
}
