import { Elysia } from 'elysia'
import type { Ctx } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { say } from '../../lib/language/say.ts'
import { noteSecurity } from '../security/note-security.ts'
import { createAllowedMethods } from './answer/allowed-methods.ts'
import { createOpenPaths, isPreflight, type OpenRoute, preflight } from './answer/elsewhere.ts'
import { errorResponse, toAppError } from './answer/error-response.ts'
import { addressOf } from './guard.ts'
import { fetchedElsewhere, responseHeaders } from './headers.ts'
import { maxJsonBytes, maxWebhookBytes, mayLeaveBody, readForm, readJson, refuseLargeBody } from './request/body.ts'
import { isUpload, maxUploadBodyBytes, refuseUploadType } from './request/is-upload.ts'
import {
  isCheckpoint,
  isForPlayers,
  isPlainForm,
  isReadable,
  isTestPage,
  isUnsubscribe,
  isWebhook,
  pathOf,
  withoutSecrets,
} from './request/path.ts'
import { createRequestIds, requestIdOf } from './request/request-id.ts'
import { dropAct } from './session/act.ts'
import { noteNginx } from './site/nginx.ts'
import { refuseForeignHost, refuseForeignOrigin } from './site/origin.ts'

type ErrorPage = (request: Request, error: AppError) => Response | Promise<Response>
type OwnError = (path: string, error: AppError, requestId: string, request: Request) => Response | undefined

/**
 * The parts of the app that the pipeline uses: the routes (for Allow, and for which of them other
 * sites' scripts may call), how a page shows an error, and the errors of addresses that have an
 * envelope of their own or lead elsewhere.
 */
export type PipelineOptions = {
  routes: () => readonly OpenRoute[]
  errorPage: ErrorPage
  ownError: OwnError
  routed?: ((request: Request, route: string) => void) | undefined
}

/**
 * Everything a request passes before its route, in this order (rule: order-of-checks): Host, Origin
 * of a write, size and type. Limits, session and validation follow in the route's own options
 * (guard). One root error handler answers all that is thrown.
 */
export function pipeline(ctx: Ctx, { routes, errorPage, ownError, routed }: PipelineOptions) {
  const headers = responseHeaders(ctx.site.isHttps)
  const apiHeaders = { ...headers, 'cache-control': 'no-store' }
  const allowedMethods = createAllowedMethods(routes)
  const isOpen = createOpenPaths(routes)
  const makeId = createRequestIds(ctx.random)

  const refuseUnknownMethod = (request: Request, path: string) => {
    const allowed = allowedMethods(path)
    if (allowed.length === 0 || allowed.includes(request.method) || allowed.includes('ALL')) return undefined
    const allow = allowed.join(', ')
    return new AppError('METHOD_NOT_ALLOWED', say('This address takes {allow}.', { allow }), { headers: { allow } })
  }

  const watching = new Elysia({ name: 'pipeline' })
  // Nobody who does not measure pays for it.
  if (routed) watching.onTransform({ as: 'global' }, ({ request, route }) => routed(request, route))
  return watching
    .onRequest(({ request, set, server }) => {
      const path = pathOf(request.url)
      set.headers['x-request-id'] = requestIdOf(request.headers, makeId)
      Object.assign(set.headers, path.startsWith('/api/') ? apiHeaders : headers)
      if (path === '/healthz' || path === '/readyz') return
      refuseForeignHost(ctx, request.headers, path)
      noteNginx(ctx, request, server)
      if (isOpen(path)) {
        Object.assign(set.headers, fetchedElsewhere)
        if (isPreflight(request)) return preflight(allowedMethods(path))
      } else refuseForeignOrigin(ctx, request, path)
      if (!isReadable(path)) throw new AppError('NOT_FOUND', say('There is nothing at this address.'))
      if (isUpload(path)) {
        refuseLargeBody(request.headers, maxUploadBodyBytes(path, ctx.config.maxUploadBytes))
        refuseUploadType(request, path)
      } else refuseLargeBody(request.headers, isWebhook(path) ? maxWebhookBytes : maxJsonBytes)
    })
    .onParse({ as: 'global' }, ({ request, path }) => {
      // Not undefined, or Elysia tries the next parser; a route's 'none' counts only when first.
      if (isUpload(path) || isWebhook(path) || isTestPage(path) || isUnsubscribe(path) || isCheckpoint(path))
        return null
      if (isForPlayers(path)) return null
      return isPlainForm(path) ? readForm(request) : readJson(request)
    })
    .onError({ as: 'global' }, ({ error: thrown, request, server, path, set }) => {
      const requestId = String(set.headers['x-request-id'])
      const error = toAppError(thrown, ctx.log, requestId)
      dropAct(ctx, request)
      if (mayLeaveBody(request)) set.headers.connection = 'close'
      const shown = (error.code === 'NOT_FOUND' && refuseUnknownMethod(request, path)) || error
      if (shown.code === 'FORBIDDEN') {
        const address = addressOf(ctx, request, server)
        noteSecurity(
          ctx,
          'forbidden',
          { address },
          { method: request.method, path: withoutSecrets(path).slice(0, 200), requestId },
        )
      }
      const own = ownError(path, shown, requestId, request)
      if (own) return own
      const wantsPage = !path.startsWith('/api/') && request.headers.get('accept')?.includes('text/html')
      return wantsPage ? errorPage(request, shown) : errorResponse(shown)
    })
}
