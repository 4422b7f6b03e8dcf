import { type AnyElysia, Elysia, t } from 'elysia'
import { account } from './account/routes.ts'
import { asset } from './asset/routes.ts'
import { hookFile } from './audio/hook-routes.ts'
import { audio } from './audio/routes.ts'
import { casset } from './casset/routes.ts'
import { checkout } from './checkout/routes.ts'
import { coCasset } from './co-casset/routes.ts'
import type { Ctx } from './context.ts'
import { deletion } from './deletion/routes.ts'
import { discovery } from './discovery/routes.ts'
import { dispute } from './dispute/routes.ts'
import { download } from './download/routes.ts'
import { code } from './download-code/routes.ts'
import { drop } from './drop/routes.ts'
import { emoji } from './emoji/routes.ts'
import { dataExport } from './export/routes.ts'
import { guestFiles } from './guest/file-routes.ts'
import { guest } from './guest/routes.ts'
import { hook } from './hook/routes.ts'
import { createFaultAnswer } from './http/answer-fault.ts'
import { createHeldReads } from './http/held-reads.ts'
import { pipeline } from './http/pipeline.ts'
import { type Connect, createConnect } from './identity/connect.ts'
import { doors } from './identity/door-routes.ts'
import { identity } from './identity/routes.ts'
import { invitation } from './invitation/routes.ts'
import { ledger } from './ledger/routes.ts'
import { licenseCheckout } from './license/checkout-routes.ts'
import { license } from './license/routes.ts'
import { mailingList } from './mailing-list/routes.ts'
import { mcp } from './mcp/routes.ts'
import { notification } from './notification/routes.ts'
import { openapi } from './openapi/routes.tsx'
import { passkey } from './passkey/routes.ts'
import { payment } from './payment/routes.ts'
import { inEnvelope } from './public-v1/envelope.ts'
import { createV1Route, v1Paths } from './public-v1/route.ts'
import { recovery } from './recovery/routes.ts'
import { referral } from './referral/routes.ts'
import { agentRelease, heldPaths } from './release/agent-routes.ts'
import { ownerRelease } from './release/owner-routes.ts'
import { release } from './release/routes.ts'
import { moderation } from './room/moderation-routes.ts'
import { room } from './room/routes.ts'
import { sale } from './sale/routes.ts'
import { createSandboxRoute, isSandboxPath, sandboxPaths } from './sandbox/read-route.ts'
import { sandbox } from './sandbox/routes.ts'
import { seller } from './seller/routes.ts'
import { signing } from './signing/routes.ts'
import { storage } from './storage/routes.ts'
import { submission } from './submission/routes.ts'
import { tax } from './tax/routes.ts'
import { tip } from './tip/routes.ts'
import { createResumable } from './track/resumable.ts'
import { track } from './track/routes.ts'
import { transparencyLog } from './transparency-log/routes.ts'
import { errorPage } from './web/error-page.tsx'
import { formRoutes } from './web/form-routes.tsx'
import { movedAnswer } from './web/moved-answer.ts'
import * as pages from './web/pages.ts'
import { webFiles } from './web/routes.ts'
import { world } from './world/routes.ts'

/** The whole service: what every request passes, then the features in the order of the rules in src/README.md. */
export function createApp(ctx: Ctx) {
  const routes = (): readonly { method: string; path: string }[] => app.routes
  const whole = (): AnyElysia => app
  const answerV1 = createV1Route(ctx)
  const connect = createConnect(ctx)
  const answerSandbox = createSandboxRoute(ctx)
  const heldRead = { GET: createHeldReads(ctx, 'agent-read', (request) => whole().fetch(request)) }
  const app = new Elysia({
    normalize: false,
    serve: {
      routes: Object.fromEntries([
        ...v1Paths.map((path) => [path, answerV1] as const),
        ...sandboxPaths.map((path) => [path, answerSandbox] as const),
        ...heldPaths.map((path) => [path, heldRead] as const),
      ]),
      reusePort: false,
      // Never Bun's own error page, which shows our code.
      development: false,
      error: createFaultAnswer(ctx),
      idleTimeout: 60,
      // Bun's own 413 has no body, so the pipeline counts; what nobody reads, Bun holds back or throws away.
      maxRequestBodySize: Number.MAX_SAFE_INTEGER,
    },
  })
    .use(
      pipeline(ctx, {
        routes,
        errorPage: (request, error) => errorPage(ctx, request, error),
        ownError: (path, error, requestId, request) => {
          if (isSandboxPath(path)) return inEnvelope(error, requestId)
          return error.code === 'NOT_FOUND' ? movedAnswer(ctx, request) : undefined
        },
      }),
    )
    .get('/healthz', () => ({ ok: true }), {
      detail: { security: [] },
      response: { 200: t.Object({ ok: t.Boolean() }) },
    })
    .use(casset(ctx))
    .use(world(ctx))
    .use(account(ctx))
    .use(waysIn(ctx, connect))
    .use(audio(ctx))
    .use(track(ctx, createResumable(ctx)))
    .use(asset(ctx))
    .use(referral(ctx))
    .use(hook(ctx))
    .use(submission(ctx))
    .use(checkout(ctx))
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
    .use(notification(ctx))
    .use(mailingList(ctx))
    .use(release(ctx))
    .use(ownerRelease(ctx))
  // Not in the chain: its type is what the browser's API client is made from, which calls none of these.
  app
    .use(hookFile(ctx))
    .use(deletion(ctx))
    .use(dataExport(ctx))
    .use(guestFiles(ctx))
    .use(doors(ctx, connect))
    .use(agentRelease(ctx))
    .use(license(ctx))
    .use(signing(ctx))
    .use(transparencyLog(ctx))
    .use(discovery(ctx))
    .use(mcp(ctx))
    .use(webFiles(ctx))
    .use(openapi(ctx, whole))
  for (const page of Object.values(pages)) app.use(page(ctx))
  app.use(formRoutes(ctx))
  return app
}

/**
 * Other ways into an account, and the credentials of programs. One link of the chain: TypeScript gives up on a longer
 * one.
 */
const waysIn = (ctx: Ctx, connect: Connect) =>
  new Elysia({ name: 'ways-in' })
    .use(identity(ctx, connect))
    .use(passkey(ctx))
    .use(sandbox(ctx))
    .use(recovery(ctx))
    .use(invitation(ctx))

/** What is live in a room, and who may say what there. One link of the chain, as above. */
const rooms = (ctx: Ctx) => new Elysia({ name: 'rooms' }).use(room(ctx)).use(moderation(ctx))

/** Payments, who sells, what is owed and kept. One link of the chain, as above. */
const business = (ctx: Ctx) =>
  new Elysia({ name: 'business' }).use(payment(ctx)).use(seller(ctx)).use(tax(ctx)).use(storage(ctx)).use(ledger(ctx))

/** What agents and guests buy. One link of the chain, as above. */
const withoutAccount = (ctx: Ctx) => new Elysia({ name: 'without-account' }).use(licenseCheckout(ctx)).use(guest(ctx))

/** The service's type, from which the browser's API client takes its own. */
export type App = ReturnType<typeof createApp>
