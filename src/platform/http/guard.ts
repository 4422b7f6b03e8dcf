import type { Elysia } from 'elysia'
import type { Ctx } from '../../context.ts'
import { type ErrorCode, invalid } from '../../errors.ts'
import { say } from '../../lib/language/say.ts'
import { configState } from '../own-state.ts'
import { noteLockOut } from '../security/note-security.ts'
import type { HeaderName } from './answer/answer-headers.ts'
import { takesIfNoneMatch } from './answer/sends.ts'
import { goesByAddress, type LimitName, rateLimitHeaders, spend } from './limiter.ts'
import { refuseStrangeAgent } from './request/agent-secret.ts'
import { createClientAddress } from './request/client-address.ts'
import { accountsOf } from './session/accounts.ts'
import { type ActOf, beginAct, detailOf, endAct, requireActStill } from './session/act.ts'
import { requireAct } from './session/desk-acts.ts'
import { type DeskPart, requireDeskPart } from './session/desk-role.ts'
import { holderOf } from './session/holder.ts'
import { viewerOf } from './session/session.ts'
import { signedIn } from './session/signed-in.ts'
import { refuseSuspended } from './session/suspension.ts'
import { refuseChange } from './site/maintenance.ts'
import { noteUnnamedProxy } from './site/unnamed-proxy.ts'

const clientAddress = configState(({ config }) => createClientAddress(config.trustedProxies))

/** Returns the client's address as limits count it (rule: limits). */
export function addressOf(ctx: Ctx, request: Request, server: Bun.Server<unknown> | null): string {
  const peer = server?.requestIP(request)?.address ?? 'local'
  const forwardedFor = request.headers.get('x-forwarded-for')
  if (forwardedFor !== null) noteUnnamedProxy(ctx, peer)
  return clientAddress(ctx)(peer, forwardedFor)
}

/**
 * The bucket that a route takes from, or `none`: its requests are not counted here, and neither
 * maintenance nor a suspension closes it. `own`: an actor with a bucket of its own instead of the
 * address's or viewer's, as far as the request shows it; its body is not validated yet.
 */
export type Limit =
  | 'none'
  | LimitName
  | { name: LimitName; own: (request: Request, body: unknown) => string | undefined }

type Limited = { method: string; path: string; hooks?: { body?: unknown; detail?: { limit?: Limit } } }

const reading: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

// A HEAD takes the route of GET.
const keyOf = (method: string, path: string) => `${method === 'HEAD' ? 'GET' : method} ${path}`

/** Returns the limit of a route, of those that the app has when the first request comes. */
function createLimits(routes: () => readonly Limited[]): (method: string, path: string) => Limit {
  let named: ReadonlyMap<string, Limit> | undefined
  return (asked, askedPath) => {
    named ??= new Map(
      routes().flatMap(({ method, path, hooks }) => {
        const limit = hooks?.detail?.limit
        return limit === undefined ? [] : [[keyOf(method, path), limit] as const]
      }),
    )
    return named.get(keyOf(asked, askedPath)) ?? (reading.has(asked) ? 'read' : 'write')
  }
}

/** Returns a function that throws VALIDATION for keys in the body of a route that takes none. */
function createBodyless(routes: () => readonly Limited[]): (method: string, path: string, body: unknown) => void {
  let taking: ReadonlySet<string> | undefined
  return (method, path, body) => {
    const [field] = typeof body === 'object' && body !== null ? Object.keys(body) : []
    if (field === undefined) return
    taking ??= new Set(routes().flatMap((each) => (each.hooks?.body ? [keyOf(each.method, each.path)] : [])))
    if (!taking.has(keyOf(method, path))) throw invalid(field, say('Unknown field "{field}".', { field }))
  }
}

/**
 * The options that a route declares next to its handler: `operation` and `summary` (its name and a
 * few words in /openapi.json), `limit` (the bucket, where it is not `read` for GET, HEAD and
 * OPTIONS and `write` for the rest) and `session` (requires a viewer, passed as `author`), with it
 * `desk` (requires that they may use that part of the desk), `fresh` (requires a recent proof of
 * the owner) or `act` (what is done at the desk, with all that its row of the table of acts asks;
 * its handler gets `requireStill`, to ask that again once it has waited for something), or
 * `holder` (requires a viewer or the secret of a guest's link or payment in the body, passed as
 * `holder`), `agent` (requires the secret of agents) or `proof` (asks for another proof). They are
 * enforced before validation, the limit first. Three only describe the route in /openapi.json:
 * `refuses` lists the errors that no other option implies, `tells` the headers of its own, and
 * `held` says that it answers 304 to a client that holds its answer. `elsewhere` lets scripts of
 * other sites call it, without cookies (rule: cross-origin-reads): only for routes that need no
 * session.
 */
export const guard = (ctx: Ctx) => (app: Elysia) => {
  const limitOf = createLimits(() => app.routes)
  const refuseKeys = createBodyless(() => app.routes)
  return app
    .derive(({ request }) => ({ viewer: viewerOf(ctx, request) }))
    .onTransform(({ request, route, server, viewer, body, set }) => {
      const limit = limitOf(request.method, route)
      if (limit === 'none') return
      const { name, own } = typeof limit === 'string' ? { name: limit } : limit
      const userId = goesByAddress(name) ? undefined : viewer?.userId
      const address = addressOf(ctx, request, server)
      const actor = own?.(request, body) ?? userId ?? address
      try {
        spend(ctx.limiter, name, actor)
      } catch (error) {
        if (name === 'auth') noteLockOut(ctx, { address }, name)
        throw error
      } finally {
        Object.assign(set.headers, rateLimitHeaders(ctx.limiter, name, actor))
      }
      refuseChange(ctx, request, viewer)
      refuseSuspended(request, viewer, body)
    })
    .guard({ detail: { limited: true } })
    .macro({
      operation: (operationId: string) => ({ detail: { operationId } }),
      summary: (summary: string) => ({ detail: { summary } }),
      limit: (limit: Limit) => ({ detail: { limit } }),
      session: (_: true) => ({
        detail: { security: [{ session: [] }], refuses: ['UNAUTHENTICATED'] },
        transform: ({ viewer }) => {
          signedIn(viewer)
        },
        beforeHandle: ({ request, route, body }) => refuseKeys(request.method, route, body),
        resolve: ({ viewer }) => ({ author: signedIn(viewer) }),
      }),
      holder: (_: true) => ({
        detail: { security: [{ session: [] }, {}], refuses: ['UNAUTHENTICATED', 'NOT_FOUND'] },
        transform: ({ viewer, body }) => {
          holderOf(viewer, body)
        },
        resolve: ({ viewer, body }) => ({ holder: holderOf(viewer, body) }),
      }),
      desk: (part: DeskPart) => ({
        detail: { part, refuses: ['FORBIDDEN'] },
        transform: ({ viewer }) => requireDeskPart(signedIn(viewer), part),
      }),
      fresh: (_: true) => ({
        detail: { refuses: ['BAD_STATE'] },
        transform: ({ viewer }) => accountsOf(ctx).refuseOldSession(ctx, signedIn(viewer)),
      }),
      act: (asked: ActOf) => ({
        detail: detailOf(asked),
        transform: ({ viewer }) => requireAct(ctx, signedIn(viewer), asked.act),
        beforeHandle: ({ viewer, request, params, body }) =>
          beginAct(ctx, asked, signedIn(viewer), { request, params, body }),
        resolve: ({ request }) => ({ requireStill: () => requireActStill(ctx, request) }),
        afterHandle: ({ viewer, request }) => endAct(ctx, signedIn(viewer), request),
      }),
      agent: (_: true) => ({
        detail: { security: [{ agentSecret: [] }], refuses: ['UNAUTHENTICATED', 'FORBIDDEN'] },
        transform: ({ request }) => refuseStrangeAgent(ctx, request),
      }),
      proof: (asked: (request: Request) => Promise<void>) => ({
        detail: { refuses: ['UNAUTHENTICATED'] },
        transform: ({ request }) => asked(request),
      }),
      refuses: (codes: readonly ErrorCode[]) => ({ detail: { refuses: codes } }),
      tells: (names: readonly HeaderName[]) => ({ detail: { tells: names } }),
      held: (_: true) => ({ detail: takesIfNoneMatch() }),
      elsewhere: (_: true) => ({ detail: { elsewhere: true } }),
    })
}

declare module 'elysia/types' {
  interface DocumentDecoration {
    limit?: Limit
    /** The route counts requests unless its limit is `none`. */
    limited?: true
  }
}

/**
 * The app from `guard` on. A room's routes are a function that adds them to it. As an instance of
 * its own, a room would have them made twice, once for itself and once for the app that uses it.
 */
export type Guarded = ReturnType<ReturnType<typeof guard>>
