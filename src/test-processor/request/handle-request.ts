import { pathOf } from '../../platform/http/request/path.ts'
import { failRequest, refuseRequest } from '../restrictions.ts'
import type { ApiRequest, Route } from '../route.ts'
import { routes } from '../routes.ts'
import { apiVersion, randomString, type Server } from '../server.ts'
import { ApiError } from './api-error.ts'
import { actingAccount, authenticate, type Keys } from './authenticate.ts'
import { expand } from './expand.ts'
import type { Params } from './form.ts'
import { type ApiResponse, type IdempotencyLock, type InFlightKeys, lockIdempotencyKey } from './idempotency.ts'
import { parseParams, readBody } from './read-body.ts'

export type HandlerOptions = {
  readonly server: Server
  readonly keys: Keys
  /** Awaited before a request takes effect. */
  readonly pause: (request: Request) => Promise<void>
  /** Called when a request has taken effect, so that tasks due at once run before the response. */
  readonly runDueTasks: () => void
  /** Receives every error that is not an ApiError. */
  readonly onError: (error: unknown) => void
}

type Received = { request: Request; path: string; query: string; body: string; requestId: string; account: string }

/**
 * Returns the function that responds to API requests. A request takes effect synchronously, so none
 * sees another's half, and its response waits for `flushed`.
 */
export function createRequestHandler(
  options: HandlerOptions,
): (request: Request, flushed: () => Promise<void>) => Promise<Response> {
  const inFlight: InFlightKeys = new Set()
  return async (request, flushed) => {
    const requestId = `req_${randomString(options.server.random, 14)}`
    let lock: IdempotencyLock | undefined
    const headers = baseHeaders(request, requestId)
    const respond = async (response: ApiResponse) => {
      await flushed()
      return new Response(response.body, { status: response.status, headers })
    }
    try {
      const keyType = authenticate(request, options.keys)
      const account = actingAccount(options.server, request)
      const path = pathOf(request.url)
      const query = request.url.split('?').slice(1).join('?')
      const { route, pathParams } = findRoute(request.method, path)
      const received: Received = { request, path, query, body: await readBody(request, path), requestId, account }
      if (keyType === 'publishable' && !route.isPublic) throw secretKeyRequired()
      lock = lockKey(options, received, inFlight)
      if (lock?.replay) {
        headers.set('idempotent-replayed', 'true')
        return await respond(lock.replay)
      }
      await options.pause(request)
      refuseRequest(options.server.restrictions, request.method, path)
      const apiRequest = toApiRequest(options, received, keyType, pathParams)
      const raw = parseParams({ ...received, method: request.method })
      const work = route.prepare(apiRequest, raw)
      const response = run(options, apiRequest, raw, work)
      options.runDueTasks()
      lock?.save(response)
      return await respond(response)
    } catch (error) {
      return await respond(toErrorResponse(options, error, requestId))
    } finally {
      lock?.release()
    }
  }
}

/** Runs an operation whose parameters are right. Its key keeps the result, including a failure. */
function run(options: HandlerOptions, apiRequest: ApiRequest, raw: Params, work: () => object): ApiResponse {
  try {
    failRequest(options.server.restrictions)
    const paths = Array.isArray(raw.expand) ? raw.expand.filter((path) => typeof path === 'string') : []
    return { status: 200, body: JSON.stringify(expand(apiRequest, work(), paths)) }
  } catch (error) {
    return toErrorResponse(options, error, apiRequest.eventRequest.id ?? '')
  }
}

function toErrorResponse(options: HandlerOptions, error: unknown, requestId: string): ApiResponse {
  if (!(error instanceof ApiError)) options.onError(error)
  const { status, body } = error instanceof ApiError ? error : internalError()
  const log = { request_log_url: `https://dashboard.stripe.com/test/logs/${requestId}` }
  return { status, body: JSON.stringify({ error: { ...body, ...log } }) }
}

const internalError = () =>
  new ApiError(500, { type: 'api_error', message: 'Something went wrong on the test processor.' })

/** Returns the 500 response for an error that neither the API nor the pages caught. */
export function internalErrorResponse(server: Server): Response {
  const { status, body } = internalError()
  const headers = { ...commonHeaders, 'request-id': `req_${randomString(server.random, 14)}` }
  return new Response(JSON.stringify({ error: body }), { status, headers })
}

const commonHeaders = {
  'content-type': 'application/json',
  'cache-control': 'no-cache, no-store',
  'stripe-version': apiVersion,
}

function baseHeaders(request: Request, requestId: string): Headers {
  const headers = new Headers({ ...commonHeaders, 'request-id': requestId })
  for (const name of ['idempotency-key', 'stripe-account', 'stripe-version']) {
    const value = request.headers.get(name)
    if (value !== null && echoable.test(value)) headers.set(name, value)
  }
  return headers
}

const echoable = /^[\x21-\x7e]{1,255}$/

function findRoute(method: string, path: string): { route: Route; pathParams: string[] } {
  for (const route of routes) {
    const match = route.method === method ? route.pattern.exec(path) : null
    if (match) return { route, pathParams: match.slice(1) }
  }
  throw new ApiError(404, {
    type: 'invalid_request_error',
    message: `Unrecognized request URL (${method}: ${path}). Please see https://stripe.com/docs.`,
  })
}

const secretKeyRequired = () =>
  new ApiError(403, {
    type: 'invalid_request_error',
    code: 'secret_key_required',
    message: 'This API call cannot be made with a publishable API key. Please use a secret API key.',
  })

function lockKey(options: HandlerOptions, received: Received, inFlight: InFlightKeys): IdempotencyLock | undefined {
  const key = received.request.headers.get('idempotency-key')
  if (key === null || received.request.method !== 'POST') return undefined
  const { account, body, path } = received
  const nowMs = options.server.nowMs()
  return lockIdempotencyKey(options.server.stores.of(account), inFlight, {
    account,
    key,
    method: 'POST',
    path,
    body,
    nowMs,
  })
}

function toApiRequest(
  { server }: HandlerOptions,
  received: Received,
  keyType: ApiRequest['keyType'],
  pathParams: readonly string[],
): ApiRequest {
  const { account, requestId, request, path } = received
  return {
    server,
    account,
    store: server.stores.of(account),
    eventRequest: { id: requestId, idempotency_key: request.headers.get('idempotency-key') },
    keyType,
    version: request.headers.get('stripe-version') ?? undefined,
    pathParams,
    path,
  }
}
