import { rmSync } from 'node:fs'
import { makeOwner } from '../../../src/account/owner/make-owner.ts'
import { listEmojis } from '../../../src/shop/emoji/list-emojis.ts'
import { startBank } from '../order/bank.ts'
import { temporaryFolder } from '../process.ts'
import { startServer, type TestServer } from '../server.ts'
import { begin, type Started } from '../shop/checkout.ts'
import { publishableKey, secretKey } from '../test-processor/stripe.ts'
import { type Person, world } from '../world.ts'

const liveKeys = { secret: 'sk_live_tapedeck0000000000000000', publishable: 'pk_live_tapedeck0000000000000000' }

/** Each way to take payments, by its mode; `off` has the one of real money. */
export type Mode = 'test' | 'test-key' | 'live' | 'off'

/**
 * Passes requests with a live key on to a processor that takes test keys only, and its answers back
 * as live ones: the nearest to real money that a test comes.
 */
function startLivePeer(url: string) {
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    async fetch(request) {
      const { pathname, search } = new URL(request.url)
      const headers = new Headers(request.headers)
      headers.set('authorization', `Bearer ${secretKey}`)
      headers.delete('accept-encoding')
      const { method } = request
      const body = method === 'GET' ? {} : { body: await request.text() }
      const answer = await fetch(url + pathname + search, { method, headers, ...body })
      const text = (await answer.text()).replaceAll('"livemode":false', '"livemode":true')
      return new Response(text, { status: answer.status, headers: { 'content-type': 'application/json' } })
    },
  })
  return { url: `http://127.0.0.1:${server.port}`, stop: () => server.stop(true) }
}

/**
 * One data folder that is served in one mode after another, with nova, who owns the instance, and
 * ada, who buys. Stripe is a processor of its own for each of its modes.
 */
export async function openFolder() {
  const folder = temporaryFolder()
  const banks = { 'test-key': startBank(Date.now), live: startBank(Date.now) }
  const peer = startLivePeer(banks.live.test.url)
  const settings: Record<Mode, Record<string, string>> = {
    test: { PAYMENTS: 'test' },
    off: { PAYMENTS: 'off' },
    'test-key': {
      STRIPE_SECRET_KEY: secretKey,
      STRIPE_PUBLISHABLE_KEY: publishableKey,
      STRIPE_API_BASE: banks['test-key'].test.url,
    },
    live: {
      STRIPE_SECRET_KEY: liveKeys.secret,
      STRIPE_PUBLISHABLE_KEY: liveKeys.publishable,
      STRIPE_API_BASE: peer.url,
    },
  }
  /** Serves the folder in a mode as long as `act` lasts. */
  const during = async <T>(mode: Mode, act: (svc: TestServer) => Promise<T>): Promise<T> => {
    await using svc = await startServer({ dataDir: folder.path, env: settings[mode] })
    return await act(svc)
  }
  const people = await during('off', async (svc) => {
    const cast = await world(svc)
    makeOwner(svc.ctx, 'nova@example.com')
    return cast
  })
  /** Types a card into what somebody began at Stripe, and lets the program ask how it went. */
  const payAtStripe = async (svc: TestServer, mode: 'test-key' | 'live', buyer: Person, started: Started) => {
    const card = { payment_method: 'pm_card_visa', return_url: svc.url }
    await banks[mode].stripe.paymentIntents.confirm(started.paymentIntentId, card)
    const body = { paymentIntentId: started.paymentIntentId }
    return svc.call('POST', '/api/checkout/verify', { cookie: buyer.cookie, body })
  }
  return {
    ...people,
    path: folder.path,
    settings,
    banks,
    during,
    payAtStripe,
    /** Buys nova's casset at Stripe. */
    async collectAtStripe(svc: TestServer, mode: 'test-key' | 'live', buyer: Person) {
      const started = await begin(svc, buyer)
      await payAtStripe(svc, mode, buyer, started)
      return started
    },
    async [Symbol.asyncDispose]() {
      peer.stop()
      await Promise.all(Object.values(banks).map((bank) => bank.stop()))
      rmSync(folder.path, { recursive: true, force: true })
    },
  }
}

export type Folder = Awaited<ReturnType<typeof openFolder>>

const html = { accept: 'text/html' }

/** The rights that an instance gives ada and shows nova, of whatever was paid. */
export async function seen(svc: TestServer, { nova, ada, dawn }: Pick<Folder, 'nova' | 'ada' | 'dawn'>) {
  const read = (path: string, { cookie }: Person, headers = {}) => svc.call('GET', path, { cookie, headers })
  const field = (json: unknown, ...path: string[]) =>
    path.reduce<unknown>((at, key) => Reflect.get(Object(at), key), json)
  const library = (await read('/library', ada, html)).text
  const media = (await read('/api/casset/nova/media', nova)).json
  const statistics = (await read('/api/studio/statistics', nova)).json
  const { currencies, collects } = Object(statistics)
  return {
    access: field((await read(`/api/audio/${dawn.id}`, ada)).json, 'access'),
    download: (await read('/api/casset/nova/download', ada)).status,
    entitled: field((await read('/api/casset/nova/media', ada)).json, 'viewer', 'entitled'),
    emoji: field((await read('/api/casset/nova/media', ada)).json, 'emojis', '0', 'owned'),
    shelf: {
      plays: library.includes('data-name="player/play-tape"'),
      downloads: library.includes('/api/casset/nova/download'),
      saysTestMoney: library.includes('Test purchase: not valid here now.'),
    },
    purchases: Array.from(Object((await read('/api/purchases/mine', ada)).json).purchases).map((each) => [
      field(each, 'mode'),
      field(each, 'entitles'),
    ]),
    sold: field(media, 'casset', 'sales'),
    emojiSold: listEmojis(svc.ctx, nova.cassetId).map(({ sold }) => sold),
    sales: Array.from(Object((await read('/api/studio/sales', nova)).json).sales).map((each) => field(each, 'kind')),
    money: Array.from(currencies).map((each) => [field(each, 'totals', 'net'), field(each, 'balance')]),
    collects: collects.total,
    csvLines: (await read('/api/studio/statistics.csv', nova)).text.trim().split('\r\n').length - 1,
  }
}
