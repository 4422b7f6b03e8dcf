import { Elysia, t } from 'elysia'
import { sessionCookies } from './account/session/session-cookie.ts'
import type { Ctx } from './context.ts'
import { ownLanguage } from './lib/language/languages.ts'
import { protocolError } from './machine/mcp/protocol-error.ts'
import { inEnvelope } from './machine/public-v1/envelope.ts'
import { createV1Route, v1Paths } from './machine/public-v1/route.ts'
import { createSandboxRoute, isSandboxPath, sandboxPaths } from './machine/sandbox/read-route.ts'
import { createFaultAnswer } from './platform/http/answer/answer-fault.ts'
import { findByTree } from './platform/http/answer/find-by-tree.ts'
import { createHeldReads } from './platform/http/answer/held-reads.ts'
import { guard } from './platform/http/guard.ts'
import { pipeline } from './platform/http/pipeline.ts'
import { inTheirLanguage } from './platform/http/request/language.ts'
import type { RouteNotes } from './platform/http/request/request-watch.ts'
import { heldPaths } from './release/agent/routes.ts'
import { createInternalRoutes } from './room/edge/internal-routes.ts'
import type { Room, Routes } from './room.ts'
import { rooms } from './rooms.ts'
import { errorPage } from './web/error-page.tsx'
import { movedAnswer } from './web/moved-answer.ts'

/** The whole service: what every request passes, then the rooms. */
export async function createApp(ctx: Ctx, routed?: RouteNotes['routed']): Promise<Elysia> {
  const listed: readonly Room[] = rooms
  const routes: readonly Routes[] = await Promise.all(listed.map((room) => room.routes?.() ?? {}))
  const app = new Elysia({ normalize: false })
  app
    .use(
      pipeline(ctx, {
        routes: () => app.routes,
        routed,
        errorPage: (request, error) => errorPage(ctx, request, error),
        ownError: (path, error, requestId, request) => {
          if (isSandboxPath(path)) return inEnvelope(error, requestId)
          if (path === '/mcp') return protocolError(error)
          return error.code === 'NOT_FOUND' ? movedAnswer(ctx, request) : undefined
        },
      }),
    )
    .get('/healthz', () => ({ ok: true }), {
      detail: { operationId: 'getHealth', summary: 'Say that the service is up', security: [] },
      response: { 200: t.Object({ ok: t.Boolean() }) },
    })
  for (const { unlimited = [] } of routes) for (const create of unlimited) app.use(create(ctx))
  // Not by `use`, which would take what needs the guard for routes of any app: without it their
  // options would be no limits and ask for no session.
  const guarded = guard(ctx)(app)
  for (const { called = [], others = [] } of routes) for (const add of [...called, ...others]) add(ctx)(guarded)
  // The last, as no others set cookies of sessions.
  const remembering = sessionCookies(ctx)(guarded)
  for (const { sessions = [], doors = [] } of routes) for (const add of [...sessions, ...doors]) add(ctx)(remembering)
  return app
}

type Given<Listed> = Listed extends { routes(): Promise<infer Routes> } ? Routes : never
type CalledBy<Routes> =
  | (Routes extends { called: readonly (infer Add)[] } ? Add : never)
  | (Routes extends { sessions: readonly (infer Add)[] } ? Add : never)
type RoutesOf<Add> = Add extends (ctx: Ctx) => (app: never) => { '~Routes': infer Routes } ? Routes : never
type AsOne<Union> = (Union extends unknown ? (each: Union) => void : never) extends (all: infer All) => void
  ? All
  : never
type CalledRoutes = AsOne<RoutesOf<CalledBy<Given<(typeof rooms)[number]>>>>

/**
 * An app of the routes that rooms tell for the browser's API client, which takes its types from it.
 * As the one chain of calls that they are, TypeScript finds them excessively deep (TS2589).
 */
export type App = Elysia<
  '',
  Elysia['~Singleton'],
  Elysia['~Definitions'],
  Elysia['~Metadata'],
  CalledRoutes extends Elysia['~Routes'] ? CalledRoutes : never
>

/**
 * Returns how Bun.serve answers as this app. `app.listen` would do it too, but registers and
 * composes everything twice and collects garbage three times.
 */
export function createAnswers(ctx: Ctx, app: Elysia) {
  findByTree(app)
  const v1 = createV1Route(ctx)
  const sandboxRead = createSandboxRoute(ctx)
  const heldRead = { GET: createHeldReads(ctx, 'agent-read', app.fetch) }
  return {
    routes: Object.fromEntries([
      ...v1Paths.map((path) => [path, v1] as const),
      ...sandboxPaths.map((path) => [path, sandboxRead] as const),
      ...heldPaths.map((path) => [path, heldRead] as const),
      ...(ctx.config.relay ? Object.entries(createInternalRoutes(ctx, ctx.config.relay)) : []),
    ]),
    fetch: ctx.config.site.languages.join() === ownLanguage ? app.fetch : inTheirLanguage(ctx, app.fetch),
    // Never Bun's own error page, which shows our code.
    development: false,
    error: createFaultAnswer(ctx),
    idleTimeout: 60,
    // Bun's own 413 has no body, so the pipeline counts; Bun holds back or discards data that
    // nobody reads.
    maxRequestBodySize: Number.MAX_SAFE_INTEGER,
  }
}
