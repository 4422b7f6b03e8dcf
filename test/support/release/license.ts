import type { Answer, ServerOptions, TestServer } from '../server.ts'
import { begun, confirm, goodCard, openShop, type Started, settled } from '../shop/checkout.ts'
import { decide, publishedRelease } from './release.ts'

/** A shop with a release of nova's, of which a download is licensed for 700 and a remix for 300. */
export async function openLicensing(options: ServerOptions = {}) {
  const shop = await openShop({ limiter: { take: () => 0 }, ...options })
  const { svc, nova, dawn } = shop
  const id = await publishedRelease(svc, nova, [dawn.id])
  const priced = (scope: string, amount: number) =>
    decide(svc, nova, id, { scope, decision: 'REQUIRE_LICENSE', price: { amount, currency: 'usd' } })
  await priced('download', 700)
  await priced('remix', 300)
  return { ...shop, id }
}

/** Asks what a license costs and returns the quote's id. */
export async function quoted(svc: TestServer, id: string, scopes = ['download'], more = {}): Promise<string> {
  const body = { scopes, agentKey: 'librarian', ...more }
  return Object((await svc.call('POST', `/api/agents/releases/${id}/license-quote`, { body })).json).quoteId
}

export const order = (svc: TestServer, quoteId: string, more: object = {}): Promise<Answer> =>
  svc.call('POST', '/api/checkout/license', { body: { quoteId, ...more } })

/** Pays an order with a card, without any session. */
export async function payFor(svc: TestServer, started: Started, card = goodCard): Promise<void> {
  await confirm(svc, nobody, started, card)
  await settled(svc)
}

const nobody = { cookie: '' }

/** Buys a license to the end of all webhooks. */
export async function bought(svc: TestServer, id: string, scopes?: string[], more: object = {}): Promise<Started> {
  const started = begun(await order(svc, await quoted(svc, id, scopes), more))
  await payFor(svc, started)
  return started
}

export const claim = (svc: TestServer, { paymentIntentId, clientSecret }: Started, headers = {}): Promise<Answer> =>
  svc.call('POST', '/api/checkout/license/claim', { body: { paymentIntentId, clientSecret }, headers })

/** Buys and claims a license and returns its token. */
export async function licensed(svc: TestServer, id: string, scopes?: string[]) {
  const started = await bought(svc, id, scopes)
  const token: string = Object((await claim(svc, started)).json).license.token
  return { ...started, token }
}

/** Asks for access, by default for a download to be downloaded. */
export const access = (svc: TestServer, id: string, body: object = {}, headers = {}): Promise<Answer> =>
  svc.call('POST', `/api/agents/releases/${id}/access`, {
    body: { scope: 'download', resource: 'download', ...body },
    headers,
  })
