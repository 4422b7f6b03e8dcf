/** Is informed of requests: the route of each, and its answer. */
export type RequestWatch = {
  routed(request: Request, route: string): void
  /** `route` is null where none was found, or the request was refused before. */
  answered(request: Request, route: string | null, status: number, ms: number): void
}

type Handle = (request: Request, server: Bun.Server<unknown>) => Response | Promise<Response>
type Routes = Record<string, Handle | { [method: string]: Handle }>
type Answers = { routes: Routes; fetch: Handle }

/** Returns the same answers, and informs `watch` when each begins. */
export function watched<A extends Answers>(
  answers: A,
  watch: RequestWatch,
  routeOf: (request: Request) => string | null,
) {
  const wrap =
    (handle: Handle, route?: string): Handle =>
    (request, server) => {
      const from = performance.now()
      const tell = (response: Response) => {
        watch.answered(request, route ?? routeOf(request), response.status, performance.now() - from)
        return response
      }
      const answer = handle(request, server)
      return answer instanceof Promise ? answer.then(tell) : tell(answer)
    }
  const wrapAll = (each: Routes[string], path: string) =>
    typeof each === 'function'
      ? wrap(each, path)
      : Object.fromEntries(Object.entries(each).map(([method, handle]) => [method, wrap(handle, path)]))
  const routes = Object.fromEntries(Object.entries(answers.routes).map(([path, each]) => [path, wrapAll(each, path)]))
  return { ...answers, routes, fetch: wrap(answers.fetch) }
}
