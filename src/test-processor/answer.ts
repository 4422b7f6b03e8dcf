import { AppError } from '../errors.ts'
import { readText } from '../http/body.ts'
import { pathOf } from '../http/path.ts'
import { actingAccount, authenticate, type Keys } from './authenticate.ts'
import { expand } from './expand.ts'
import { Fault, invalidRequest } from './fault.ts'
import { decodeForm, type Params } from './form.ts'
import { type Hold, holdKey, type InFlight, type Sent } from './idempotency.ts'
import type { Call, Route } from './route.ts'
import { routes } from './routes.ts'
import { letters, type Till } from './till.ts'
import { apiVersion } from './version.ts'

const largestBody = 1_000_000

/** What the answerer needs besides the till. */
export type Setting = {
  readonly till: Till
  readonly keys: Keys
  /** Awaited while a request is under way, before it takes effect. */
  readonly pause: (request: Request) => Promise<void>
  /** Called when a request has taken effect: what it brings about at once comes before the answer. */
  readonly catchUp: () => void
  /** Told of what should never happen. */
  readonly failed: (error: unknown) => void
}

type Asked = { request: Request; path: string; query: string; body: string; requestId: string; account: string }

/** Makes the function that answers the API's requests, one after another, each whole or not at all. */
export function createAnswerer(
  setting: Setting,
): (request: Request, flushed: () => Promise<void>) => Promise<Response> {
  const inFlight: InFlight = new Set()
  return async (request, flushed) => {
    const requestId = `req_${letters(setting.till.random, 14)}`
    let hold: Hold | undefined
    const headers = baseHeaders(request, requestId)
    const finish = async (sent: Sent) => {
      await flushed()
      return new Response(sent.text, { status: sent.status, headers })
    }
    try {
      const asker = authenticate(request, setting.keys)
      const account = actingAccount(setting.till, request)
      const path = pathOf(request.url)
      const query = request.url.split('?').slice(1).join('?')
      const { found, at } = findRoute(request.method, path)
      const asked: Asked = { request, path, query, body: await readBody(request, path), requestId, account }
      if (asker === 'publishable' && !found.isPublic) throw publishableKey()
      hold = takeKey(setting, asked, inFlight)
      if (hold?.replay) {
        headers.set('idempotent-replayed', 'true')
        return await finish(hold.replay)
      }
      await setting.pause(request)
      const sent = run(setting, found, toCall(setting, asked, asker, at), asked)
      setting.catchUp()
      if (isWorthKeeping(sent)) hold?.keep(sent)
      return await finish(sent)
    } catch (error) {
      return await finish(toSent(setting, error, requestId))
    } finally {
      hold?.release()
    }
  }
}

function run(setting: Setting, found: Route, call: Call, asked: Asked): Sent {
  try {
    const raw = readRaw(asked)
    const answer = found.answer(call, raw)
    const paths = Array.isArray(raw.expand) ? raw.expand.filter((path) => typeof path === 'string') : []
    return { status: 200, text: JSON.stringify(expand(call, answer, paths)) }
  } catch (error) {
    return toSent(setting, error, asked.requestId)
  }
}

// A wrong request has changed nothing, so the same key may try again with the same parameters.
const isWorthKeeping = ({ status }: Sent) => status !== 400 && status !== 404

function toSent(setting: Setting, error: unknown, requestId: string): Sent {
  if (!(error instanceof Fault)) setting.failed(error)
  const { status, body } = error instanceof Fault ? error : ownFault()
  const log = { request_log_url: `https://dashboard.stripe.com/test/logs/${requestId}` }
  return { status, text: JSON.stringify({ error: { ...body, ...log } }) }
}

const ownFault = () => new Fault(500, { type: 'api_error', message: 'Something went wrong on the test processor.' })

/** The answer when even the way to an answer broke, of the API's requests and of the pages'. */
export function answerBroken(till: Till): Response {
  const { status, body } = ownFault()
  const headers = { ...alwaysSent, 'request-id': `req_${letters(till.random, 14)}` }
  return new Response(JSON.stringify({ error: body }), { status, headers })
}

const alwaysSent = {
  'content-type': 'application/json',
  'cache-control': 'no-cache, no-store',
  'stripe-version': apiVersion,
}

function baseHeaders(request: Request, requestId: string): Headers {
  const headers = new Headers({ ...alwaysSent, 'request-id': requestId })
  for (const name of ['idempotency-key', 'stripe-account', 'stripe-version']) {
    const value = request.headers.get(name)
    if (value !== null && mayEcho.test(value)) headers.set(name, value)
  }
  return headers
}

const mayEcho = /^[\x21-\x7e]{1,255}$/

function findRoute(method: string, path: string): { found: Route; at: string[] } {
  for (const found of routes) {
    const match = found.method === method ? found.pattern.exec(path) : null
    if (match) return { found, at: match.slice(1) }
  }
  throw new Fault(404, {
    type: 'invalid_request_error',
    message: `Unrecognized request URL (${method}: ${path}). Please see https://stripe.com/docs.`,
  })
}

const publishableKey = () =>
  new Fault(403, {
    type: 'invalid_request_error',
    code: 'secret_key_required',
    message: 'This API call cannot be made with a publishable API key. Please use a secret API key.',
  })

async function readBody(request: Request, path: string): Promise<string> {
  if (request.method !== 'POST') return ''
  const body = await readText(request, largestBody).catch((error) => {
    throw error instanceof AppError ? tooLarge() : error
  })
  const type = request.headers.get('content-type') ?? ''
  if (body !== '' && type !== '' && !isV2(path) && !/^application\/x-www-form-urlencoded\b/i.test(type)) {
    throw invalidRequest(
      'Invalid request (check that your POST content type is application/x-www-form-urlencoded). ' +
        'If you have any questions, we can help at https://support.stripe.com/.',
    )
  }
  return body
}

const isV2 = (path: string) => path.startsWith('/v2/')

const tooLarge = () => new Fault(413, { type: 'invalid_request_error', message: 'The request is too large.' })

function readRaw({ path, query, body, request }: Asked): Params {
  if (request.method !== 'POST') return decodeForm(query)
  if (!isV2(path)) return decodeForm(body)
  try {
    const value: unknown = body === '' ? {} : JSON.parse(body)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value }
  } catch {
    // Told below, together with a body that is JSON but no object.
  }
  throw invalidRequest('Invalid JSON body.', { code: 'invalid_fields' })
}

function takeKey(setting: Setting, asked: Asked, inFlight: InFlight): Hold | undefined {
  const key = asked.request.headers.get('idempotency-key')
  if (key === null || asked.request.method !== 'POST') return undefined
  const { account, body, path } = asked
  const nowMs = setting.till.nowMs()
  return holdKey(setting.till.store.book(account), inFlight, { account, key, method: 'POST', path, body, nowMs })
}

function toCall({ till }: Setting, asked: Asked, asker: Call['asker'], at: readonly string[]): Call {
  const { account, requestId, request, path } = asked
  return {
    till,
    account,
    book: till.store.book(account),
    cause: { id: requestId, idempotency_key: request.headers.get('idempotency-key') },
    asker,
    version: request.headers.get('stripe-version') ?? undefined,
    at,
    path,
  }
}
