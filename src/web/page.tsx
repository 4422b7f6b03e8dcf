import { TypeCompiler } from '@sinclair/typebox/compiler'
import { t } from 'elysia'
import { deviceCookie } from '../account/session/device.ts'
import type { Ctx } from '../context.ts'
import { once } from '../lib/turn/once.ts'
import { refusalOf } from '../platform/http/answer/error-response.ts'
import type { Guarded } from '../platform/http/guard.ts'
import { Cursor } from '../platform/http/request/list-query.ts'
import { type DeskPart, requireDeskPart } from '../platform/http/session/desk-role.ts'
import type { Viewer } from '../platform/http/session/session.ts'
import { refusePage } from '../platform/http/site/maintenance.ts'
import { answerAgain, answerPage, type Page } from './answer-page.tsx'

export type Visit<V, Param extends string = never, Word extends string = never> = {
  request: Request
  viewer: V
  params: { readonly [Name in Param]: string }
  query: { readonly [Name in Word]: string | undefined }
}

type ParamsOf<Path extends string> = Path extends `${string}:${infer Param extends string}/${infer Rest extends string}`
  ? Param | ParamsOf<Rest>
  : Path extends `${string}:${infer Param extends string}`
    ? Param
    : never

type Admit<V> = (viewer: Viewer | null, request: Request) => V | Response

export type PageOptions<Path extends string, V, Word extends string> = {
  path: Path
  viewer: Admit<V>
  /** The query parameters that are read, each with its maximum length. */
  query?: Readonly<Record<Word, number>>
}

type Rendered = Page | Response

/** Answers 303, not cached: where it leads depends on the viewer. */
export const seeOther = (path: string): Response =>
  new Response(null, {
    status: 303,
    headers: { location: path, 'cache-control': 'private, no-store', vary: 'Cookie' },
  })

/** Redirects to the one address of a page from another spelling of it (308). */
export const movedTo = (path: string): Response =>
  new Response(null, { status: 308, headers: { location: path, 'cache-control': 'public, max-age=86400' } })

export const optional = (viewer: Viewer | null): Viewer | null => viewer

const comesToCollect = /^\/(?:checkout\/|redeem$)/

/**
 * Serves a page to signed-in viewers. All others are redirected to sign in, or to sign up when they
 * come to collect with a browser that has not signed in before (rule: sign-in-doors), and from
 * there back to the same URL.
 */
export function required(viewer: Viewer | null, request: Request): Viewer | Response {
  return viewer ?? seeOther(signInPath(request))
}

export function signInPath(request: Request): string {
  const { pathname, search } = new URL(request.url)
  const isNew = !request.headers.get('cookie')?.includes(`${deviceCookie}=`)
  // A visitor who comes back from the bank has an account.
  const comesNew = isNew && comesToCollect.test(pathname) && !search.includes('payment_intent=')
  return `${comesNew ? '/signup' : '/login'}?next=${encodeURIComponent(pathname + search)}`
}

/**
 * Serves a page to the owner of the instance and to helpers who may use that part of the desk.
 * Strangers are redirected to sign in, all others are refused.
 */
export const deskOnly =
  (part: DeskPart) =>
  (viewer: Viewer | null, request: Request): Viewer | Response => {
    const admitted = required(viewer, request)
    if (!(admitted instanceof Response)) requireDeskPart(admitted, part)
    return admitted
  }

export type PageRoute = {
  readonly path: string
  answer(visit: Visit<Viewer | null, string, string>): Response | Promise<Response>
}

export type RouteOf = (ctx: Ctx) => PageRoute

/** A page whose code is loaded when it is first visited. */
export type ListedPage = { readonly path: string; load(): Promise<RouteOf> }

/** Every page is rate-limited, even for visitors who are redirected to sign in (rule: limits). */
export const pageRoutes = (ctx: Ctx, pages: readonly ListedPage[]) => (app: Guarded) => {
  for (const { path, load } of pages) {
    let page: PageRoute | undefined
    const loaded = once(async () => {
      page = (await load())(ctx)
      return page
    })
    app.get(
      path,
      async ({ request, viewer, params, query }) =>
        (page ?? (await loaded())).answer({ request, viewer, params, query }),
      { detail: { hide: true } },
    )
  }
  return app
}

export function page<const Path extends string, V, Word extends string = never>(
  ctx: Ctx,
  options: PageOptions<Path, V, Word>,
  render: (visit: Visit<V, ParamsOf<Path>, Word>) => Rendered | Promise<Rendered>,
): PageRoute
/** The same with plain parameter names; only the caller knows which parameters there are. */
export function page<V>(
  ctx: Ctx,
  { path, viewer: admit, query: lengths }: PageOptions<string, V, string>,
  render: (visit: Visit<V, string, string>) => Rendered | Promise<Rendered>,
): PageRoute {
  const words = lengths && TypeCompiler.Compile(querySchema(lengths))
  return {
    path,
    answer({ request, viewer, params, query }) {
      if (words && !words.Check(query)) throw refusalOf(words.Errors(query).First())
      refusePage(ctx, request, viewer)
      const again = viewer === null ? answerAgain(ctx, request) : undefined
      if (again) return again
      const admitted = admit(viewer, request)
      if (admitted instanceof Response) return admitted
      const answer = (rendered: Rendered) =>
        rendered instanceof Response ? rendered : answerPage(ctx, request, viewer, rendered)
      const rendered = render({ request, viewer: admitted, params, query })
      return rendered instanceof Promise ? rendered.then(answer) : answer(rendered)
    },
  }
}

const querySchema = (lengths: Readonly<Record<string, number>>) =>
  t.Object(
    Object.fromEntries(
      Object.entries(lengths).map(([word, maxLength]) => {
        const schema = word === 'cursor' ? Cursor : t.String({ maxLength })
        return [word, t.Optional(schema)] as const
      }),
    ),
    { additionalProperties: true },
  )
