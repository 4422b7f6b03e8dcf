import { expect, setDefaultTimeout, test } from 'bun:test'
import { issueLink } from '../../src/order/guest-link.ts'
import { addTape } from '../support/casset/tape.ts'
import { testLimitMs } from '../support/limits.ts'
import { doctorOf } from '../support/operate/doctor.ts'
import { backUp, restore } from '../support/operate/restore.ts'
import { type Label, openLabel, payOutAll, tipNova } from '../support/order/paid-out.ts'
import { temporaryFolder } from '../support/process.ts'
import type { Answer, ServerOptions, TestServer } from '../support/server.ts'
import { collect, goodCard, settled, shopOf } from '../support/shop/checkout.ts'
import { changeGift, faultsOf, give, sendAgain } from '../support/shop/gift.ts'
import { claimBy, collectAsGuest } from '../support/shop/guest.ts'
import { type Asking, askMoneyBack, giveBack } from '../support/shop/holder.ts'
import { dayMs, inMs, setOpening } from '../support/shop/preorder.ts'
import { addReadyTrack, cast, type Person } from '../support/world.ts'

setDefaultTimeout(testLimitMs)

type Bought = { orderId: string; secret: string }

/** A request about an order, which works once. */
type Verb = {
  name: string
  isGift?: true
  body: object
  ask(svc: TestServer, orderId: string, who: Asking): Promise<Answer>
  done: number
}

const verbs: readonly Verb[] = [
  { name: 'giving back', body: { slug: 'nova', agrees: 'at-download' }, ask: giveBack, done: 204 },
  { name: 'the money of a preorder that moved', body: { slug: 'nova.later' }, ask: askMoneyBack, done: 204 },
  {
    name: 'another address of a gift',
    isGift: true,
    body: {},
    ask: (svc, orderId, who) => changeGift(svc, orderId, who, { email: 'lou@example.org' }),
    done: 200,
  },
  { name: 'a gift once more', isGift: true, body: {}, ask: sendAgain, done: 200 },
]
const env = { GIVE_BACK: 'on', NEW_SELLER_DAILY_SUM: '100000' }
const noOrder = '0193b5a0-0000-7000-8000-000000000000'

type Site = Label & { later: Person }

/** nova's casset, which is given back, and a tape of hers that opens in ten days. */
async function openSite(options: ServerOptions = {}): Promise<Site> {
  const label = await openLabel({ ...options, env })
  const { svc, nova } = label
  const later = { ...nova, cassetId: addTape(svc, nova, 'later', { priceMinor: 300 }) }
  await addReadyTrack(svc.ctx, later.cassetId, 'Later')
  expect((await setOpening(svc, later, { opensAt: inMs(svc, 10 * dayMs) })).status).toBe(200)
  return { ...label, later }
}

async function buy({ svc }: Site, { isGift, body }: Verb, who: Person | null): Promise<Bought> {
  if (isGift) return give(svc, who)
  return who === null ? collectAsGuest(svc, body) : { ...(await collect(svc, who, goodCard, { ...body })), secret: '' }
}

/** Moves the hour of the preorder, so that its payer may have the money back. */
async function move({ svc, later }: Site) {
  svc.tick(1_000)
  expect((await setOpening(svc, later, { opensAt: inMs(svc, 20 * dayMs) })).status).toBe(200)
}

const told = ({ status, json }: Answer) => [status, Object(json).code, Object(json).error]
const notSignedIn = [401, 'UNAUTHENTICATED', 'You are not signed in. Sign in, then try again.']
const noLink = [404, 'NOT_FOUND', 'There is no such link.']
const anothers = [403, 'FORBIDDEN', 'This order is somebody else’s.']

test('a payer and a guest ask at one address, and nobody else gets anything there', async () => {
  const site = await openSite()
  const { svc, ada } = site
  await using _ = svc
  const kim = cast(svc.ctx, 'kim', { published: false })
  const bought = []
  for (const verb of verbs)
    bought.push({
      verb,
      mine: await buy(site, verb, ada),
      guests: await buy(site, verb, null),
      other: await buy(site, verb, null),
    })
  await move(site)
  for (const { verb, mine, guests, other } of bought) {
    const ask = async (orderId: string, who: Asking) => [verb.name, ...told(await verb.ask(svc, orderId, who))]
    const claim = issueLink(svc.ctx, guests.orderId, 'claim')
    for (const orderId of [mine.orderId, guests.orderId, noOrder]) {
      expect(await ask(orderId, {})).toEqual([verb.name, ...notSignedIn])
      for (const secret of ['x', claim, other.secret])
        for (const cookie of [undefined, kim.cookie, ada.cookie])
          expect(await ask(orderId, { cookie, secret })).toEqual([verb.name, ...noLink])
    }
    for (const orderId of [mine.orderId, guests.orderId])
      expect(await ask(orderId, kim)).toEqual([verb.name, ...anothers])
    expect(await ask(noOrder, kim)).toEqual([verb.name, 404, 'NOT_FOUND', 'There is no such order.'])
    expect(faultsOf(svc)).toEqual([])
    expect((await verb.ask(svc, mine.orderId, ada)).status).toBe(verb.done)
    // The secret counts more than the session beside it.
    expect((await verb.ask(svc, guests.orderId, { ...guests, cookie: kim.cookie })).status).toBe(verb.done)
    expect((await verb.ask(svc, other.orderId, other)).status).toBe(verb.done)
  }
  await settled(svc)
  expect(faultsOf(svc)).toEqual([])
})

test('once an account has claimed it, a guest’s link asks for nothing, also when that account is deleted', async () => {
  const site = await openSite()
  const { svc } = site
  await using _ = svc
  for (const verb of verbs.filter(({ isGift }) => !isGift)) {
    const names = ['stays', 'goes'].map((name) => `${name}-${verbs.indexOf(verb)}`)
    for (const name of names) {
      const claimer = cast(svc.ctx, name, { published: false })
      const guests = await buy(site, verb, null)
      const claim = issueLink(svc.ctx, guests.orderId, 'claim')
      expect((await claimBy(svc, claim, claimer)).status).toBe(200)
      await move(site)
      expect([verb.name, ...told(await verb.ask(svc, guests.orderId, guests))]).toEqual([verb.name, ...noLink])
      if (name.startsWith('goes')) {
        const gone = await svc.call('POST', '/api/auth/account/delete', { cookie: claimer.cookie, body: {} })
        expect(gone.status).toBe(204)
        await settled(svc)
        expect(told(await verb.ask(svc, guests.orderId, guests))).toEqual(noLink)
        expect(told(await verb.ask(svc, guests.orderId, claimer))).toEqual(notSignedIn)
        expect(told(await verb.ask(svc, guests.orderId, site.ada))).toEqual(anothers)
      } else expect((await verb.ask(svc, guests.orderId, claimer)).status).toBe(verb.done)
    }
  }
  await settled(svc)
  expect(faultsOf(svc)).toEqual([])
})

test('after a restore a payer and a guest ask as before, once their payments are read', async () => {
  using folder = temporaryFolder()
  const site = await openSite({ dataDir: folder.path })
  const { ada, svc: before } = site
  const port = new URL(before.url).port
  const copy = backUp(before)
  const bought = []
  for (const verb of verbs) bought.push({ verb, mine: await buy(site, verb, ada), guests: await buy(site, verb, null) })
  const all = { ...env, PAYMENTS: 'test', PLATFORM_FEE_PERCENT: '10', PORT: port }
  await using svc = await restore(before, copy, { env: all, limiter: { take: () => 0 } })
  for (const { verb, mine, guests } of bought) {
    expect(told(await verb.ask(svc, mine.orderId, ada))[0]).toBe(404)
    expect(told(await verb.ask(svc, guests.orderId, guests))).toEqual(noLink)
  }
  expect(await doctorOf(folder.path, all, 'reconciling', { fix: true })).toMatchObject({ ok: true })
  await settled(svc)
  await move({ ...site, svc })
  for (const { verb, mine, guests } of bought)
    for (const [orderId, who] of [
      [mine.orderId, ada],
      [guests.orderId, guests],
    ] as const)
      expect([verb.name, (await verb.ask(svc, orderId, who)).status]).toEqual([verb.name, verb.done])
  await settled(svc)
  expect(faultsOf(svc)).toEqual([])
})

test('with the artist paid out, a payer and a guest have all of their money all the same', async () => {
  const site = await openSite()
  const { svc, ada } = site
  await using _ = svc
  await tipNova(site, 500)
  const bought = []
  for (const verb of verbs) bought.push({ verb, mine: await buy(site, verb, ada), guests: await buy(site, verb, null) })
  await payOutAll(svc)
  await move(site)
  for (const { verb, mine, guests } of bought)
    for (const [orderId, who] of [
      [mine.orderId, ada],
      [guests.orderId, guests],
    ] as const)
      expect([verb.name, (await verb.ask(svc, orderId, who)).status]).toEqual([verb.name, verb.done])
  await settled(svc)
  const { data } = await shopOf(svc).stripe.refunds.list({ limit: 10 })
  expect(data.map(({ amount }) => amount).toSorted()).toEqual([300, 300, 700, 700])
  expect(faultsOf(svc)).toEqual([])
})
