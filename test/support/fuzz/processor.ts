import { routes } from '../../../src/test-processor/routes.ts'
import { publishableKey, secretKey } from '../test-processor/stripe.ts'
import { createDice, type Dice } from './dice.ts'
import { insides, type Oddity } from './judge.ts'
import { brokenBodies, brokenText, junk, junkParts, odd, types } from './junk.ts'

/** Parameters that the operations know, so that what is sent gets past the first check of names. */
const names = [
  'account',
  'amount',
  'card[number]',
  'confirm',
  'country',
  'created[gte]',
  'currency',
  'customer',
  'description',
  'destination',
  'enabled_events[]',
  'ending_before',
  'evidence[uncategorized_text]',
  'expand[]',
  'limit',
  'metadata[a]',
  'metadata[__proto__]',
  'on_behalf_of',
  'payment_intent',
  'charge',
  'payment_method',
  'query',
  'reason',
  'receipt_email',
  'return_url',
  'source_transaction',
  'starting_after',
  'submit',
  'transfer_group',
  'type',
  'url',
] as const

const values = [
  ...junk,
  '1000',
  '100',
  'usd',
  'true',
  'pm_card_visa',
  'pm_card_threeDSecure2Required',
  'pm_card_debit',
  'pm_card_voucher',
  'sepa_debit',
  'boleto',
  'pm_card_constructor',
  'acct_testplatform0001',
  'on_behalf_of',
  'latest_charge.balance_transaction',
  'data.latest_charge',
  'https://shop.example/back',
  "metadata['constructor']:'x'",
  '*',
] as const

/** Whole forms that work or nearly do, by the end of their address. */
const forms: readonly (readonly [end: string, form: string])[] = [
  ['/v1/payment_intents', 'amount=1000&currency=usd'],
  [
    '/v1/payment_intents',
    'amount=1000&currency=usd&confirm=true&payment_method=pm_card_visa&return_url=https://a.example',
  ],
  [
    '/v1/payment_intents',
    'amount=1000&currency=usd&confirm=true&payment_method=pm_card_threeDSecure2Required&return_url=nonsense',
  ],
  [
    '/v1/payment_intents',
    'amount=1000&currency=jpy&on_behalf_of=constructor_1&expand[]=on_behalf_of&transfer_group=__proto__',
  ],
  ['/v1/customers', 'email=a@b.example&name=x'],
  ['/v1/accounts', 'type=express'],
  ['/v1/payment_methods', 'type=card&card[number]=4242424242424242&card[exp_month]=12&card[exp_year]=40'],
  ['/v1/webhook_endpoints', 'url=http://127.0.0.1:9/&enabled_events[]=*'],
  ['/v1/refunds', 'charge=ch_1&amount=1'],
]

const headerNames = [
  'authorization',
  'stripe-version',
  'stripe-account',
  'stripe-context',
  'idempotency-key',
  'expect',
  'content-length',
] as const
const headerValues = [
  '',
  'x'.repeat(10_000),
  'Bearer',
  'Bearer  ',
  'Basic %%%',
  'Basic OjpAOg==',
  'sk_test_x',
  `Bearer ${publishableKey}`,
  '__proto__',
  'constructor',
  'ÿþ',
  '2026-10-28.endive',
  '1999-01-01',
  'acct_none',
  '/',
] as const

const isPage = (path: string) => /^\/(?:receipt|three-d-secure|onboarding|voucher|express)\//.test(path)
const pages = ['receipt', 'three-d-secure', 'onboarding', 'voucher', 'express'] as const
const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'PROPFIND'] as const

type Sent = { method: string; path: string; headers: Record<string, string>; body: string | Uint8Array<ArrayBuffer> }

const encoded = (text: string) => encodeURIComponent(text.toWellFormed())

/** The things that the answers named so far, so that later requests reach things that there are. */
type Known = { ids: string[]; pages: string[] }

const backs = ['https://a.example', 'https://a.example/☃', 'http://', 'https://a.example/\r\nx: y'] as const
const choices = [
  'approve',
  'fail',
  'pay',
  'expire',
  'complete',
  'restrict',
  'reject',
  'later',
  'constructor',
  '__proto__',
  '',
] as const

function bentForm(dice: Dice, path: string): string {
  if (isPage(path) && dice.chance(0.7)) return `choice=${dice.pick(choices)}`
  const fitting = forms.filter(([end]) => path.endsWith(end))
  const whole = fitting[dice.below(fitting.length)]?.[1]
  const parts = whole !== undefined && dice.chance(0.6) ? [whole] : []
  const further = dice.chance(0.4) ? 0 : dice.below(5)
  for (let n = 0; n < further; n += 1) parts.push(`${dice.pick(names)}=${encoded(dice.pick(values))}`)
  return parts.join('&')
}

function bentJson(dice: Dice, { ids }: Known): string {
  const account = dice.chance(0.7) ? ids.findLast((id) => id.startsWith('acct_')) : dice.pick(odd)
  const urls = { refresh_url: dice.pick(backs), return_url: dice.pick([...backs, ...odd]) }
  const bodies: [object, ...object[]] = [
    { account, use_case: { type: 'account_onboarding', account_onboarding: urls } },
    { country: dice.pick(['us', ...odd]), display_name: dice.pick(odd) },
    { contact_email: dice.pick(odd), identity: { country: dice.pick(['us', 'constructor']) }, include: ['identity'] },
    {
      name: 'x',
      type: 'webhook_endpoint',
      event_payload: 'thin',
      enabled_events: ['*'],
      webhook_endpoint: { url: dice.pick(junk) },
    },
    { [dice.pick(junk)]: dice.pick(odd) },
  ]
  return JSON.stringify(dice.pick(bodies))
}

function bentPath(dice: Dice, known: Known): { method: string; path: string } {
  const found = dice.chance(0.15) ? known.pages.at(-1) : undefined
  if (found !== undefined) return { method: dice.pick(['POST', 'GET']), path: found }
  if (dice.chance(0.15)) {
    const id = dice.chance(0.5) ? known.ids[dice.below(known.ids.length)] : dice.pick(junkParts)
    return { method: dice.pick(methods), path: `/${dice.pick(pages)}/${id ?? 'x'}${dice.pick(['', '/', '/x', '?a'])}` }
  }
  const route = routes[dice.below(routes.length)]
  const pattern = route?.pattern.source.slice(1, -1).replaceAll('\\/', '/') ?? '/'
  const path = pattern.replaceAll('([^/]+)', () => {
    const id = dice.chance(0.7) ? known.ids[known.ids.length - 1 - dice.below(40)] : undefined
    return id ?? (dice.chance(0.5) ? dice.pick(junkParts) : encoded(dice.pick(junk)).replace(/^$/, 'x'))
  })
  return { method: dice.chance(0.9) ? (route?.method ?? 'GET') : dice.pick(methods), path }
}

function bent(dice: Dice, known: Known): Sent {
  const { method, path } = bentPath(dice, known)
  const isV2 = path.startsWith('/v2/')
  const fitting = isV2 ? 'application/json' : 'application/x-www-form-urlencoded'
  const type = dice.chance(0.85) ? fitting : dice.pick(types)
  const fine = isV2 ? bentJson(dice, known) : bentForm(dice, path)
  const body = dice.chance(0.75) ? fine : dice.chance(0.1) ? brokenText : dice.pick(brokenBodies)
  const query = method === 'POST' || dice.chance(0.3) ? '' : `?${bentForm(dice, '')}`
  const headers: Record<string, string> = { authorization: `Bearer ${secretKey}`, 'content-type': type }
  if (dice.chance(0.2)) headers[dice.pick(headerNames)] = dice.pick(headerValues)
  return { method, path: path + query, headers, body }
}

/**
 * Asks a test processor at its own address so many odd things. Gives the answers that are not in
 * Stripe's words.
 */
export async function fuzzProcessor(url: string, seed: number, count: number): Promise<Oddity[]> {
  const dice = createDice(seed)
  const known: Known = { ids: [], pages: [] }
  const oddities: Oddity[] = []
  for (let n = 0; n < count; n += 1) {
    const { method, path, headers, body } = bent(dice, known)
    const hasBody = method !== 'GET' && method !== 'HEAD'
    const init = { method, headers, redirect: 'manual', ...(hasBody ? { body } : {}) } as const
    const answer = await fetch(url + path, init).then(judge(method, path, known), String)
    if (answer !== undefined)
      oddities.push({
        request: `${method} ${path} ${JSON.stringify(headers)} ${hasBody ? body : ''}`.slice(0, 600),
        answer,
      })
  }
  return oddities
}

const judge = (method: string, path: string, known: Known) => async (response: Response) => {
  const { status, headers } = response
  const text = await response.text()
  remember(known, text)
  const fault = isPage(new URL(path, 'http://x').pathname)
    ? pageFault(method, status, headers, text)
    : apiFault(method, status, headers, text)
  return fault === undefined ? undefined : `${fault}: ${status} ${text.slice(0, 300)}`
}

function remember(known: Known, text: string): void {
  const id = /"id":"(\w+)"/.exec(text)?.[1]
  if (id !== undefined && !known.ids.includes(id)) known.ids.push(id)
  const page = /http:\/\/127\.0\.0\.1:\d+(\/(?:three-d-secure|onboarding)\/[\w/]+)/.exec(text)?.[1]
  if (page !== undefined) known.pages.push(page)
}

function apiFault(method: string, status: number, headers: Headers, text: string): string | undefined {
  // Bun itself refuses more than 16 kB of address and headers.
  if (status === 431) return undefined
  if (!headers.get('request-id')?.startsWith('req_')) return 'no Request-Id'
  if (method === 'HEAD') return status < 500 ? undefined : 'a fault'
  if (insides.test(text) || text.includes('"till":')) return 'insides are shown'
  const body: unknown = JSON.parse(text)
  if (status < 400) return undefined
  const error: unknown = Reflect.get(Object(body), 'error')
  const type = String(Reflect.get(Object(error), 'type'))
  const isWorded = /^(?:invalid_request|card|idempotency)_error$/.test(type) && Reflect.get(Object(error), 'message')
  return isWorded && status < 500 ? undefined : 'not an error as Stripe writes it'
}

function pageFault(method: string, status: number, headers: Headers, text: string): string | undefined {
  if (status >= 500) return 'a fault'
  if (insides.test(text)) return 'insides are shown'
  if (status === 303) return headers.get('location')?.startsWith('http') ? undefined : 'leads nowhere'
  const isHtml = headers.get('content-type') === 'text/html; charset=utf-8' && headers.has('content-security-policy')
  return isHtml && (method === 'HEAD' || text.startsWith('<!doctype html>')) ? undefined : 'no page'
}
