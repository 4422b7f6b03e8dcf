import { Elysia, t } from 'elysia'
import { accountAdmin } from './account/admin/routes.ts'
import { type Connect, createConnect } from './account/identity/connect.ts'
import { doors } from './account/identity/door-routes.ts'
import { identity } from './account/identity/routes.ts'
import { invitation } from './account/invitation/routes.ts'
import { notification } from './account/notification/routes.ts'
import { passkey } from './account/passkey/routes.ts'
import { recovery } from './account/recovery/routes.ts'
import { account, handles } from './account/routes.ts'
import { sessionCookies } from './account/session-cookie.ts'
import { staff } from './account/staff/routes.ts'
import { letter } from './audience/letter/routes.ts'
import { mailingList } from './audience/mailing-list/routes.ts'
import { optIn } from './audience/opt-in/routes.ts'
import { wish } from './audience/wish/routes.ts'
import { seller } from './books/seller/routes.ts'
import { tax } from './books/tax/routes.ts'
import { vat } from './books/vat/routes.ts'
import { hookFile } from './casset/audio/hook-routes.ts'
import { audio } from './casset/audio/routes.ts'
import { download } from './casset/download/routes.ts'
import { hook } from './casset/hook/routes.ts'
import { play } from './casset/play/routes.ts'
import { playlist } from './casset/playlist/routes.ts'
import { casset } from './casset/routes.ts'
import { createResumable } from './casset/track/resumable.ts'
import { track } from './casset/track/routes.ts'
import type { Ctx } from './context.ts'
import { submission } from './drop/submission/routes.ts'
import { drop } from './drop/view/routes.ts'
import { dispute } from './earnings/dispute/routes.ts'
import { report } from './earnings/report/routes.ts'
import { sale } from './earnings/sale/routes.ts'
import { statement } from './earnings/statement/routes.ts'
import { ownLanguage } from './lib/language/languages.ts'
import { discovery } from './machine/discovery/routes.ts'
import { protocolError } from './machine/mcp/protocol-error.ts'
import { mcp } from './machine/mcp/routes.ts'
import { inEnvelope } from './machine/public-v1/envelope.ts'
import { createV1Route, v1Paths } from './machine/public-v1/route.ts'
import { createSandboxRoute, isSandboxPath, sandboxPaths } from './machine/sandbox/read-route.ts'
import { sandbox } from './machine/sandbox/routes.ts'
import { deletion } from './operate/deletion/routes.ts'
import { desk } from './operate/desk/routes.ts'
import { readiness } from './operate/doctor/routes.ts'
import { dataExport } from './operate/export/routes.ts'
import { contentReporting } from './operate/moderation/report-routes.ts'
import { decisions } from './operate/moderation/routes.ts'
import { people } from './operate/people/routes.ts'
import { upgrade } from './operate/upgrade/routes.ts'
import { asset } from './platform/asset/routes.ts'
import { createFaultAnswer } from './platform/http/answer-fault.ts'
import { findByTree } from './platform/http/find-by-tree.ts'
import { guard } from './platform/http/guard.ts'
import { createHeldReads } from './platform/http/held-reads.ts'
import { inTheirLanguage } from './platform/http/language.ts'
import { pipeline } from './platform/http/pipeline.ts'
import type { RouteNotes } from './platform/http/request-watch.ts'
import { payment } from './platform/payment/routes.ts'
import { storage } from './platform/storage/routes.ts'
import { agentRelease, heldPaths } from './release/agent-routes.ts'
import { licenseCheckout } from './release/license/checkout-routes.ts'
import { license } from './release/license/routes.ts'
import { licenseStatus } from './release/license/status-routes.ts'
import { ownerRelease } from './release/owner-routes.ts'
import { releaseProof } from './release/proof-routes.ts'
import { licenseRequest } from './release/request/routes.ts'
import { release } from './release/routes.ts'
import { signing } from './release/signing/routes.ts'
import { transparencyLog } from './release/transparency-log/routes.ts'
import { coCasset } from './room/co-casset/routes.ts'
import { createInternalRoutes } from './room/edge/internal-routes.ts'
import { moderation } from './room/moderation-routes.ts'
import { room } from './room/routes.ts'
import { everything } from './shop/checkout/everything-routes.ts'
import { checkout } from './shop/checkout/routes.ts'
import { discount } from './shop/discount/routes.ts'
import { code } from './shop/download-code/routes.ts'
import { emoji } from './shop/emoji/routes.ts'
import { gift } from './shop/gift/routes.ts'
import { guestFiles } from './shop/guest/file-routes.ts'
import { guest } from './shop/guest/routes.ts'
import { keptCard } from './shop/kept-card/routes.ts'
import { preorder } from './shop/preorder/routes.ts'
import { referral } from './shop/referral/routes.ts'
import { tip } from './shop/tip/routes.ts'
import { withdrawal } from './shop/withdrawal/routes.ts'
import { embed } from './web/embed/routes.tsx'
import { errorPage } from './web/error-page.tsx'
import { formRoutes } from './web/form-routes.tsx'
import { movedAnswer } from './web/moved-answer.ts'
import { openapi } from './web/openapi/routes.tsx'
import { pageRoutes } from './web/page.tsx'
import { pages } from './web/pages.ts'
import { printedCard } from './web/printed-card/routes.tsx'
import { webFiles } from './web/routes.ts'
import { sharePicture } from './web/share-picture/routes.ts'
import { world } from './world/routes.ts'

/** The whole service: what every request passes, then the features. */
export function createApp(ctx: Ctx, routed?: RouteNotes['routed']): Elysia {
  const app = new Elysia({ normalize: false })
  const connect = createConnect(ctx)
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
      detail: { summary: 'Say that the service is up', security: [] },
      response: { 200: t.Object({ ok: t.Boolean() }) },
    })
    // They have no limits and know nobody.
    .use(transparencyLog(ctx))
    .use(webFiles(ctx))
  const guarded = guard(ctx)(app)
  addTo(guarded, calledRoutes(ctx))
  addTo(guarded, [
    hookFile(ctx),
    guestFiles(ctx),
    agentRelease(ctx),
    releaseProof(ctx),
    licenseStatus(ctx),
    signing(ctx),
    discovery(ctx),
    mcp(ctx),
    embed(ctx),
    sharePicture(ctx),
    printedCard(ctx),
    openapi(ctx, () => app),
    pageRoutes(ctx, Object.values(pages)),
  ])
  // The last, as no others set cookies of sessions.
  const remembering = sessionCookies(ctx)(guarded)
  addTo(remembering, calledSessionRoutes(ctx, connect))
  addTo(remembering, [doors(ctx, connect), formRoutes(ctx)])
  return app
}

/**
 * Adds the routes of rooms to an app that has what their options need. Not by `use`, which would
 * take them for any app: without `guard` their options would be no limits and ask for no session.
 */
function addTo<Ready>(app: Ready, rooms: readonly ((app: Ready) => unknown)[]): void {
  for (const add of rooms) add(app)
}

/** The routes that the browser's API client calls, and that set no cookies of sessions. */
const calledRoutes = (ctx: Ctx) =>
  [
    readiness(ctx),
    casset(ctx),
    world(ctx),
    handles(ctx),
    audio(ctx),
    track(ctx, createResumable(ctx)),
    asset(ctx),
    referral(ctx),
    hook(ctx),
    play(ctx),
    playlist(ctx),
    submission(ctx),
    checkout(ctx),
    everything(ctx),
    license(ctx),
    licenseRequest(ctx),
    licenseCheckout(ctx),
    gift(ctx),
    preorder(ctx),
    withdrawal(ctx),
    wish(ctx),
    keptCard(ctx),
    discount(ctx),
    tip(ctx),
    room(ctx),
    moderation(ctx),
    sale(ctx),
    dispute(ctx),
    drop(ctx),
    coCasset(ctx),
    download(ctx),
    code(ctx),
    emoji(ctx),
    payment(ctx),
    seller(ctx),
    tax(ctx),
    vat(ctx),
    statement(ctx),
    storage(ctx),
    accountAdmin(ctx),
    staff(ctx),
    people(ctx),
    report(ctx),
    desk(ctx),
    upgrade(ctx),
    decisions(ctx),
    contentReporting(ctx),
    notification(ctx),
    mailingList(ctx),
    optIn(ctx),
    letter(ctx),
    release(ctx),
    ownerRelease(ctx),
    invitation(ctx),
    sandbox(ctx),
  ] as const

/** Those that set cookies of sessions. */
const calledSessionRoutes = (ctx: Ctx, connect: Connect) =>
  [
    account(ctx),
    identity(ctx, connect),
    passkey(ctx),
    recovery(ctx),
    guest(ctx),
    deletion(ctx),
    dataExport(ctx),
  ] as const

type CalledRoom = ReturnType<typeof calledRoutes>[number] | ReturnType<typeof calledSessionRoutes>[number]
type AsOne<Union> = (Union extends unknown ? (each: Union) => void : never) extends (all: infer All) => void
  ? All
  : never
type CalledRoutes = AsOne<ReturnType<CalledRoom>['~Routes']>

/**
 * An app of the routes in the two lists above, from which the browser's API client takes its types.
 * TypeScript gives up on a chain that is as long.
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
