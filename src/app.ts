import { type AnyElysia, Elysia, t } from 'elysia'
import { accountAdmin } from './account/admin/routes.ts'
import { type Connect, createConnect } from './account/identity/connect.ts'
import { doors } from './account/identity/door-routes.ts'
import { identity } from './account/identity/routes.ts'
import { invitation } from './account/invitation/routes.ts'
import { notification } from './account/notification/routes.ts'
import { passkey } from './account/passkey/routes.ts'
import { recovery } from './account/recovery/routes.ts'
import { account } from './account/routes.ts'
import { staff } from './account/staff/routes.ts'
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
import { ownLanguage } from './lib/language/languages.ts'
import { discovery } from './machine/discovery/routes.ts'
import { protocolError } from './machine/mcp/protocol-error.ts'
import { mcp } from './machine/mcp/routes.ts'
import { inEnvelope } from './machine/public-v1/envelope.ts'
import { createV1Route, v1Paths } from './machine/public-v1/route.ts'
import { createSandboxRoute, isSandboxPath, sandboxPaths } from './machine/sandbox/read-route.ts'
import { sandbox } from './machine/sandbox/routes.ts'
import { everything } from './money/checkout/everything-routes.ts'
import { checkout } from './money/checkout/routes.ts'
import { discount } from './money/discount/routes.ts'
import { dispute } from './money/dispute/routes.ts'
import { code } from './money/download-code/routes.ts'
import { emoji } from './money/emoji/routes.ts'
import { gift } from './money/gift/routes.ts'
import { guestFiles } from './money/guest/file-routes.ts'
import { guest } from './money/guest/routes.ts'
import { keptCard } from './money/kept-card/routes.ts'
import { letter } from './money/letter/routes.ts'
import { mailingList } from './money/mailing-list/routes.ts'
import { optIn } from './money/opt-in/routes.ts'
import { preorder } from './money/preorder/routes.ts'
import { referral } from './money/referral/routes.ts'
import { report } from './money/report/routes.ts'
import { sale } from './money/sale/routes.ts'
import { seller } from './money/seller/routes.ts'
import { statement } from './money/statement/routes.ts'
import { tax } from './money/tax/routes.ts'
import { tip } from './money/tip/routes.ts'
import { vat } from './money/vat/routes.ts'
import { wish } from './money/wish/routes.ts'
import { withdrawal } from './money/withdrawal/routes.ts'
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
import type { OpenRoute } from './platform/http/elsewhere.ts'
import { findByTree } from './platform/http/find-by-tree.ts'
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
export function createApp(ctx: Ctx, routed?: RouteNotes['routed']) {
  const routes = (): readonly OpenRoute[] => app.routes
  const whole = (): AnyElysia => app
  const connect = createConnect(ctx)
  const app = new Elysia({ normalize: false })
    .use(
      pipeline(ctx, {
        routes,
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
    .use(readiness(ctx))
    .use(casset(ctx))
    .use(world(ctx))
    .use(account(ctx))
    .use(waysIn(ctx, connect))
    .use(audio(ctx))
    .use(track(ctx, createResumable(ctx)))
    .use(asset(ctx))
    .use(referral(ctx))
    .use(listening(ctx))
    .use(submission(ctx))
    .use(buying(ctx))
    .use(withoutAccount(ctx))
    .use(tip(ctx))
    .use(rooms(ctx))
    .use(sale(ctx))
    .use(dispute(ctx))
    .use(drop(ctx))
    .use(coCasset(ctx))
    .use(download(ctx))
    .use(code(ctx))
    .use(emoji(ctx))
    .use(business(ctx))
    .use(desk(ctx))
    .use(upgrade(ctx))
    .use(decisions(ctx))
    .use(contentReporting(ctx))
    .use(notification(ctx))
    .use(lists(ctx))
    .use(release(ctx))
    .use(ownerRelease(ctx))
  // These stand outside the chain: its type is that of the browser's API client, which calls none
  // of them.
  app
    .use(hookFile(ctx))
    .use(deletion(ctx))
    .use(dataExport(ctx))
    .use(guestFiles(ctx))
    .use(doors(ctx, connect))
    .use(agentRelease(ctx))
    .use(releaseProof(ctx))
    .use(licenseStatus(ctx))
    .use(signing(ctx))
    .use(transparencyLog(ctx))
    .use(discovery(ctx))
    .use(mcp(ctx))
    .use(webFiles(ctx))
    .use(embed(ctx))
    .use(sharePicture(ctx))
    .use(printedCard(ctx))
    .use(openapi(ctx, whole))
    .use(pageRoutes(ctx, Object.values(pages)))
    .use(formRoutes(ctx))
  return app
}

/**
 * Returns how Bun.serve answers as this app. `app.listen` would do it too, but registers and
 * composes everything twice and collects garbage three times.
 */
export function createAnswers(ctx: Ctx, app: App) {
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

/**
 * Further ways into an account, and credentials of programs. One link of the chain: TypeScript
 * gives up on a longer one.
 */
const waysIn = (ctx: Ctx, connect: Connect) =>
  new Elysia({ name: 'ways-in' })
    .use(identity(ctx, connect))
    .use(passkey(ctx))
    .use(sandbox(ctx))
    .use(recovery(ctx))
    .use(invitation(ctx))

/** Likes of hooks, plays and playlists. One link of the chain, as above. */
const listening = (ctx: Ctx) => new Elysia({ name: 'listening' }).use(hook(ctx)).use(play(ctx)).use(playlist(ctx))

/** Checkout of one casset, and of everything by an artist. One link of the chain, as above. */
const buying = (ctx: Ctx) => new Elysia({ name: 'buying' }).use(checkout(ctx)).use(everything(ctx))

/** Live rooms and their moderation. One link of the chain, as above. */
const rooms = (ctx: Ctx) => new Elysia({ name: 'rooms' }).use(room(ctx)).use(moderation(ctx))

/** Mailing lists and letters. One link of the chain, as above. */
const lists = (ctx: Ctx) => new Elysia({ name: 'lists' }).use(mailingList(ctx)).use(optIn(ctx)).use(letter(ctx))

/** Payments, sellers, and what is owed and kept. One link of the chain, as above. */
const business = (ctx: Ctx) =>
  new Elysia({ name: 'business' })
    .use(payment(ctx))
    .use(seller(ctx))
    .use(tax(ctx))
    .use(vat(ctx))
    .use(statement(ctx))
    .use(storage(ctx))
    .use(accountAdmin(ctx))
    .use(staff(ctx))
    .use(people(ctx))
    .use(report(ctx))

/** Purchases of agents and guests. One link of the chain, as above. */
const withoutAccount = (ctx: Ctx) =>
  new Elysia({ name: 'without-account' })
    .use(license(ctx))
    .use(licenseRequest(ctx))
    .use(licenseCheckout(ctx))
    .use(guest(ctx))
    .use(gift(ctx))
    .use(preorder(ctx))
    .use(withdrawal(ctx))
    .use(wish(ctx))
    .use(keptCard(ctx))
    .use(discount(ctx))

/** The service's type, from which the browser's API client takes its own. */
export type App = ReturnType<typeof createApp>
