import { expect, setDefaultTimeout, test } from 'bun:test'
import { changeUser } from '../../src/account/change-user.ts'
import { mailingListText } from '../../src/lib/account/mailing-list-text.ts'
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
import { type Asking, askMoneyBack, giveBack, linkOf } from '../support/shop/holder.ts'
import { dayMs, inMs, setOpening } from '../support/shop/preorder.ts'
import { addReadyTrack, cast, type Person } from '../support/world.ts'

setDefaultTimeout(testLimitMs)

type Bought = { orderId: string; paymentIntentId: string; secret: string }

/** A request about an order: what is bought for it, by which secret guests ask, and its answer. */
type Verb = {
  name: string
  buys: 'casset' | 'preorder' | 'gift'
  by: 'link' | 'payment'
  /** An account asks without having bought anything. */
  isForAll?: true
  ask(svc: TestServer, bought: Bought, who: Asking): Promise<Answer>
  done: number
  /** Whether it is no money of theirs, so that it is closed to whoever is suspended. */
  isClosed?: true
}

const verbs: readonly Verb[] = [
  {
    name: 'what became of a payment',
    buys: 'casset',
    by: 'payment',
    ask: (svc, { paymentIntentId }, { cookie, secret }) => {
      const body = { paymentIntentId, ...(secret ? { clientSecret: secret } : {}) }
      return svc.call('POST', '/api/checkout/verify', { cookie, body })
    },
    done: 200,
  },
  {
    name: 'joining the mailing list',
    buys: 'casset',
    by: 'link',
    isForAll: true,
    isClosed: true,
    ask: (svc, _, who) => {
      const body = { text: mailingListText('Nova'), from: 'checkout', ...linkOf(who) }
      return svc.call('POST', '/api/casset/nova/mailing-list', { cookie: who.cookie, body })
    },
    done: 204,
  },
  {
    name: 'giving back',
    buys: 'casset',
    by: 'link',
    ask: (svc, { orderId }, who) => giveBack(svc, orderId, who),
    done: 204,
  },
  {
    name: 'the money of a preorder that moved',
    buys: 'preorder',
    by: 'link',
    ask: (svc, { orderId }, who) => askMoneyBack(svc, orderId, who),
    done: 204,
  },
  {
    name: 'another address of a gift',
    buys: 'gift',
    by: 'link',
    ask: (svc, { orderId }, who) => changeGift(svc, orderId, who, { email: 'lou@example.org' }),
    done: 200,
    isClosed: true,
  },
  {
    name: 'a gift once more',
    buys: 'gift',
    by: 'link',
    ask: (svc, { orderId }, who) => sendAgain(svc, orderId, who),
    done: 200,
    isClosed: true,
  },
]
const env = { GIVE_BACK: 'on', NEW_SELLER_DAILY_SUM: '100000' }
const nothing = { orderId: '0193b5a0-0000-7000-8000-000000000000', paymentIntentId: 'pi_nothing', secret: '' }

type Site = Label & { later: Person; payers: Person[] }

/** nova's casset, which is given back, and a tape of hers that opens in ten days. */
async function openSite(options: ServerOptions = {}): Promise<Site> {
  const label = await openLabel({ ...options, env })
  const { svc, nova } = label
  const later = { ...nova, cassetId: addTape(svc, nova, 'later', { priceMinor: 300 }) }
  await addReadyTrack(svc.ctx, later.cassetId, 'Later')
  expect((await setOpening(svc, later, { opensAt: inMs(svc, 10 * dayMs) })).status).toBe(200)
  const payers = verbs.map((_, nth) => cast(svc.ctx, `payer-${nth}`, { published: false }))
  return { ...label, later, payers }
}

async function buy({ svc }: Site, { buys, by }: Verb, who: Person | null): Promise<Bought> {
  if (buys === 'gift') return give(svc, who)
  const body = buys === 'preorder' ? { slug: 'nova.later' } : { slug: 'nova', agrees: 'at-download' }
  if (who) return { ...(await collect(svc, who, goodCard, body)), secret: '' }
  const guests = await collectAsGuest(svc, body)
  return by === 'link' ? guests : { ...guests, secret: guests.clientSecret }
}

/** Buys for each request, as an account of its own and as a guest. */
async function buyAll(site: Site) {
  const bought = []
  for (const [nth, verb] of verbs.entries()) {
    const payer = site.payers[nth] ?? site.ada
    bought.push({ verb, payer, mine: await buy(site, verb, payer), guests: await buy(site, verb, null) })
  }
  return bought
}

/** Moves the hour of the preorder, so that its payer may have the money back. */
async function move({ svc, later }: Site) {
  svc.tick(1_000)
  expect((await setOpening(svc, later, { opensAt: inMs(svc, 20 * dayMs) })).status).toBe(200)
}

/** Both ask, and get it. */
async function askAll(svc: TestServer, bought: Awaited<ReturnType<typeof buyAll>>) {
  for (const { verb, payer, mine, guests } of bought) {
    const answers = [await verb.ask(svc, mine, payer), await verb.ask(svc, guests, guests)]
    expect([verb.name, ...answers.map(({ status }) => status)]).toEqual([verb.name, verb.done, verb.done])
  }
  await settled(svc)
  expect(faultsOf(svc)).toEqual([])
}

const told = ({ status, json }: Answer) => [status, Object(json).code, Object(json).error]
const absent = (what: string) => [404, 'NOT_FOUND', `There is no such ${what}.`]
const notSignedIn = [401, 'UNAUTHENTICATED', 'You are not signed in. Sign in, then try again.']
const anothersOf = ({ by, isForAll, done }: Verb) =>
  isForAll
    ? [done, undefined, undefined]
    : by === 'payment'
      ? absent('payment')
      : [403, 'FORBIDDEN', 'This order is somebody else’s.']
const nothingsOf = (verb: Verb) => (verb.isForAll || verb.by === 'payment' ? anothersOf(verb) : absent('order'))

test('a payer and a guest ask at one address, and nobody else gets anything there', async () => {
  const site = await openSite()
  const { svc } = site
  await using _ = svc
  const kim = cast(svc.ctx, 'kim', { published: false })
  const bought = await buyAll(site)
  const others = new Map<Verb, Bought>()
  for (const verb of verbs) others.set(verb, await buy(site, verb, null))
  await move(site)
  for (const { verb, payer, mine, guests } of bought) {
    const ask = async (of: Bought, who: Asking) => [verb.name, ...told(await verb.ask(svc, of, who))]
    const claim = issueLink(svc.ctx, guests.orderId, 'claim')
    const other = others.get(verb) ?? nothing
    for (const of of [mine, guests, nothing]) {
      expect(await ask(of, {})).toEqual([verb.name, ...notSignedIn])
      for (const secret of ['x', claim, ...(verb.isForAll ? [] : [other.secret])])
        for (const cookie of [undefined, kim.cookie, payer.cookie])
          expect(await ask(of, { cookie, secret })).toEqual([verb.name, ...absent(verb.by)])
    }
    for (const of of [mine, guests]) expect(await ask(of, kim)).toEqual([verb.name, ...anothersOf(verb)])
    expect(await ask(nothing, kim)).toEqual([verb.name, ...nothingsOf(verb)])
    // The secret goes before whoever is signed in.
    expect((await verb.ask(svc, other, { ...other, cookie: kim.cookie })).status).toBe(verb.done)
  }
  expect(faultsOf(svc)).toEqual([])
  await askAll(svc, bought)
})

test('once an account has claimed it, a guest’s secret asks for nothing, also when that account is deleted', async () => {
  const site = await openSite()
  const { svc, ada } = site
  await using _ = svc
  for (const verb of verbs.filter(({ buys }) => buys !== 'gift'))
    for (const isDeleted of [false, true]) {
      const claimer = cast(svc.ctx, `${isDeleted ? 'goes' : 'stays'}-${verbs.indexOf(verb)}`, { published: false })
      const guests = await buy(site, verb, null)
      const claim = issueLink(svc.ctx, guests.orderId, 'claim')
      expect((await claimBy(svc, claim, claimer)).status).toBe(200)
      await move(site)
      const ask = async (who: Asking) => [verb.name, ...told(await verb.ask(svc, guests, who))]
      expect(await ask(guests)).toEqual([verb.name, ...absent(verb.by)])
      if (!isDeleted) expect((await ask(claimer))[1]).toBe(verb.done)
      if (!isDeleted) continue
      const gone = await svc.call('POST', '/api/auth/account/delete', { cookie: claimer.cookie, body: {} })
      expect(gone.status).toBe(204)
      await settled(svc)
      expect(await ask(guests)).toEqual([verb.name, ...absent(verb.by)])
      expect(await ask(claimer)).toEqual([verb.name, ...notSignedIn])
      expect(await ask(ada)).toEqual([verb.name, ...anothersOf(verb)])
    }
  await settled(svc)
  expect(faultsOf(svc)).toEqual([])
})

test('after a restore a payer and a guest ask as before, once their payments are read', async () => {
  using folder = temporaryFolder()
  const site = await openSite({ dataDir: folder.path })
  const all = { ...env, PAYMENTS: 'test', PLATFORM_FEE_PERCENT: '10', PORT: new URL(site.svc.url).port }
  const copy = backUp(site.svc)
  const bought = await buyAll(site)
  await using svc = await restore(site.svc, copy, { env: all, limiter: { take: () => 0 } })
  for (const { verb, payer, mine, guests } of bought) {
    expect((await verb.ask(svc, mine, payer)).status).toBe(verb.isForAll ? verb.done : 404)
    // The secret of a payment has it read.
    const expected = verb.by === 'payment' ? [verb.done] : absent('link')
    expect(told(await verb.ask(svc, guests, guests)).slice(0, expected.length)).toEqual(expected)
  }
  expect(await doctorOf(folder.path, all, 'reconciling', { fix: true })).toMatchObject({ ok: true })
  await settled(svc)
  await move({ ...site, svc })
  await askAll(svc, bought)
})

test('somebody whose account is suspended has their money back, by that and by a guest’s link', async () => {
  const site = await openSite()
  const { svc } = site
  await using _ = svc
  const bought = await buyAll(site)
  await move(site)
  for (const { verb, payer, mine, guests } of bought) {
    changeUser(svc.ctx, payer.userId, { suspended: 'terms' })
    const asked = [
      [mine, payer],
      [guests, { ...guests, cookie: payer.cookie }],
    ] as const
    for (const [of, who] of asked)
      expect([verb.name, (await verb.ask(svc, of, who)).status]).toEqual([verb.name, verb.isClosed ? 403 : verb.done])
  }
})

test('with the artist paid out, a payer and a guest have all of their money all the same', async () => {
  const site = await openSite()
  const { svc } = site
  await using _ = svc
  await tipNova(site, 500)
  const bought = await buyAll(site)
  await payOutAll(svc)
  await move(site)
  await askAll(svc, bought)
  const { data } = await shopOf(svc).stripe.refunds.list({ limit: 10 })
  expect(data.map(({ amount }) => amount).toSorted()).toEqual([300, 300, 700, 700])
})
