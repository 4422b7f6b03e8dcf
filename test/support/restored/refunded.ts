import { issueLink } from '../../../src/order/guest-link.ts'
import { rowsOf } from '../account/account.ts'
import { bought, claim } from '../release/license.ts'
import type { TestServer } from '../server.ts'
import { begun, collect, confirm, goodCard, type Started, settled, shopOf } from '../shop/checkout.ts'
import { buy } from '../shop/emoji.ts'
import { changeGift, give, takeGift, takeWithout } from '../shop/gift.ts'
import { collectAsGuest } from '../shop/guest.ts'
import { giveBack } from '../shop/holder.ts'
import { dayMs, inMs } from '../shop/preorder.ts'
import { offerLevel, startSupporting } from '../shop/support.ts'
import type { Site, SoldGoods } from './site.ts'

const tables = [
  'purchases',
  'track_holdings',
  'everything_purchases',
  'gifts',
  'licenses',
  'tips',
  'emoji_purchases',
  'support_payments',
]

/** Names of our own making; how many emails went out; and when, by which clock. */
const isOurs = (key: string) => ['id', 'number', 'emails', 'sent_at'].includes(key)
const isTime = (key: string) => /_(at|since)$/.test(key) && key !== 'send_at'

/** Everything that the database says of an order by its id, without times. */
const rowsOfOrder = async (svc: TestServer, _site: Site, orderId: string) =>
  [...tables, 'receipts'].map((table) => {
    const ofOrder = rowsOf(svc, table)
      .map(Object)
      .filter((row) => row.order_id === orderId)
    const known = ofOrder.map((row) => {
      // Everything that was given back has each of its tapes, and lost those that came later.
      if (table === 'purchases' && row.ended_at !== null) return row.status
      const entries = Object.entries(row).filter(([key]) => !isOurs(key))
      return entries.map(([key, value]) => `${key}: ${isTime(key) ? value !== null : value}`).join(', ')
    })
    return [table, [...new Set(known)].toSorted()]
  })

type Sells = (site: Site, name: string) => Promise<Started>

const byOpen = async ({ svc, person }: Site, name: string, answer: Parameters<typeof begun>[0]) => {
  const started = begun(answer)
  await confirm(svc, person(name), started)
  await settled(svc)
  return started
}

const collects =
  (body: object): Sells =>
  ({ svc, person }, name) =>
    collect(svc, person(name), goodCard, { slug: 'nova', ...body })

const gives: Sells = ({ svc, person }, name) => give(svc, person(name), { email: `${name}@example.org` })

const givesTaken =
  (host: string): Sells =>
  async (site, name) => {
    const started = await gives(site, name)
    const secret = issueLink(site.svc.ctx, started.orderId, 'gift')
    await takeWithout(site.svc, { secret, email: `${name}@${host}` })
    return started
  }

// Without the tapes that come meanwhile: a support that was given back has none of them either way.
const supports: Sells = async ({ svc, nova, person }, name) =>
  startSupporting(svc, person(name), { levelId: await offerLevel(svc, nova, { hasTapes: false }) })

const sold: [name: string, SoldGoods['kind'], Sells][] = [
  ['single', 'single', (site, name) => collects({ trackIds: [site.kettle.id] })(site, name)],
  ['everything', 'everything', collects({ everything: true })],
  ['guest', 'casset', ({ svc }, name) => collectAsGuest(svc, { email: `${name}@example.org` })],
  ['gift', 'gift', gives],
  [
    'gift-claimed',
    'gift',
    async (site, name) => {
      const started = await gives(site, name)
      await takeGift(site.svc, issueLink(site.svc.ctx, started.orderId, 'gift'), site.person(`${name}-too`))
      return started
    },
  ],
  ['gift-taken', 'gift', givesTaken('takers.example')],
  ['support', 'support', supports],
  [
    'tip',
    'tip',
    async (site, name) => {
      const { cookie } = site.person(name)
      return byOpen(site, name, await site.svc.call('POST', '/api/casset/nova/tip', { cookie, body: { amount: 500 } }))
    },
  ],
  ['emoji', 'emoji', async (site, name) => byOpen(site, name, await buy(site.svc, site.person(name), site.emoji.id))],
  [
    'license',
    'license',
    async ({ svc, id }) => {
      const started = await bought(svc, id, ['remix'])
      await claim(svc, started)
      return started
    },
  ],
]

/** Something that was sold before the copy and something that was sold since, and then changed. */
const both = (
  name: string,
  kind: SoldGoods['kind'],
  sells: Sells,
  then: (site: Site, started: Started, name: string) => Promise<unknown>,
): SoldGoods[] =>
  [false, true].map((isKnown) => {
    const own = isKnown ? `${name}-later` : name
    return {
      kind,
      name: own,
      ...(isKnown ? { known: (site: Site) => sells(site, own) } : {}),
      async sell(site, known) {
        const started = isKnown ? known : await sells(site, own)
        await then(site, started, own)
        await settled(site.svc)
        return started.orderId
      },
      held: rowsOfOrder,
    }
  })

/** Goods of somebody whose address was forgotten after the copy; `held` has the tables with it. */
const forgotten = (
  name: string,
  kind: SoldGoods['kind'],
  sells: Sells,
  forgets: (site: Site, started: Started) => Promise<unknown>,
): SoldGoods[] =>
  both(name, kind, sells, forgets).map((each) => ({
    ...each,
    held: async (svc) =>
      ['orders', 'gifts', 'mails', 'mailing_consents'].filter((table) =>
        JSON.stringify(rowsOf(svc, table)).includes(`${each.name}@forgotten.example`),
      ),
  }))

/**
 * Goods of each kind whose money went back after the copy, gifts that were written anew, and
 * addresses that were forgotten.
 */
export const soldGoods: readonly SoldGoods[] = [
  ...sold.flatMap(([name, kind, sells]) =>
    both(`${name}-refunded`, kind, sells, ({ svc }, { paymentIntentId }) =>
      shopOf(svc).stripe.refunds.create({ payment_intent: paymentIntentId }),
    ),
  ),
  ...both('preorder-given-back', 'casset', collects({ slug: 'nova.later' }), async (site, { orderId }, name) => {
    const { status, text } = await giveBack(site.svc, orderId, site.person(name))
    if (status !== 204) throw new Error(text)
  }),
  ...both('gift-written', 'gift', gives, async ({ svc, person }, { orderId }, name) => {
    const body = { email: 'may@example.org', message: `For you\n${'🌅'.repeat(480)}`, sendAt: inMs(svc, 30 * dayMs) }
    const { status, text } = await changeGift(svc, orderId, person(name), body)
    if (status !== 200) throw new Error(text)
  }),
  ...both(
    'gift-unwritten',
    'gift',
    ({ svc, person }, name) =>
      give(svc, person(name), { email: 'may@example.org', message: 'For you', sendAt: inMs(svc, 30 * dayMs) }),
    async ({ svc, person }, { orderId }, name) => {
      const { status, text } = await changeGift(svc, orderId, person(name), { message: null, sendAt: null })
      if (status !== 200) throw new Error(text)
    },
  ),
  ...forgotten(
    'guest-forgotten',
    'casset',
    ({ svc }, name) => collectAsGuest(svc, { email: `${name}@forgotten.example` }),
    ({ svc }, { orderId }) =>
      svc.call('POST', '/api/guest/forget', { body: { secret: issueLink(svc.ctx, orderId, 'open') } }),
  ),
  ...forgotten('taker-forgotten', 'gift', givesTaken('forgotten.example'), ({ svc }, { orderId }) =>
    svc.call('POST', '/api/gifts/forget', { body: { secret: issueLink(svc.ctx, orderId, 'taken') } }),
  ),
  ...forgotten(
    'giver-forgotten',
    'gift',
    ({ svc }, name) => give(svc, null, { email: 'ann@example.org', payerEmail: `${name}@forgotten.example` }),
    ({ svc }, { orderId }) =>
      svc.call('POST', '/api/guest/forget', { body: { secret: issueLink(svc.ctx, orderId, 'open') } }),
  ),
]
