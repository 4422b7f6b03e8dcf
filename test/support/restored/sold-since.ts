import { eq } from 'drizzle-orm'
import { users } from '../../../db/schema/account/account.ts'
import { mailingListText } from '../../../src/lib/account/mailing-list-text.ts'
import { noteDownload } from '../../../src/shop/withdrawal/note-download.ts'
import { rowsOf } from '../account/account.ts'
import { listed } from '../earnings/dispute.ts'
import type { TestServer } from '../server.ts'
import { ask, begin, collect, confirm, goodCard, type Started, settled, shopOf } from '../shop/checkout.ts'
import { discountsOf, makeDiscount } from '../shop/discount.ts'
import { giftIn, give } from '../shop/gift.ts'
import { collectAsGuest, hearAsGuest, linksIn, refusalOf, secretOf, verifyAsGuest } from '../shop/guest.ts'
import { giveBack } from '../shop/holder.ts'
import type { Person } from '../world.ts'
import { libraryOf, ofAccount, type Site, type SoldGoods } from './site.ts'

const html = { accept: 'text/html' }

const orderOf = (svc: TestServer, { userId }: Person): string =>
  rowsOf(svc, 'orders')
    .map(Object)
    .find(({ user_id }) => user_id === userId)?.id ?? ''

const download = ({ ctx }: TestServer, { nova }: Site, { userId }: Person) =>
  noteDownload(ctx, { cassetId: nova.cassetId, by: { userId }, isSent: true })

type Later = (site: Site, who: Person, known: Started) => Promise<unknown>

/** A thing that happens to what an account has bought since the copy, and to what it had then. */
function happening(name: string, buys: Later, happens: Later, held?: SoldGoods['held']): SoldGoods[] {
  const of = (each: string) => ofAccount(each, 'casset', async () => {})
  const none = { orderId: '', paymentIntentId: '', clientSecret: '' }
  const startedBy = async (site: Site, who: Person): Promise<Started> => {
    await buys(site, who, none)
    const id = orderOf(site.svc, who)
    const order = rowsOf(site.svc, 'orders')
      .map(Object)
      .find((row) => row.id === id)
    return { orderId: id, paymentIntentId: order?.payment_intent_id, clientSecret: '' }
  }
  const both = (each: string, row: Partial<SoldGoods>): SoldGoods => ({
    ...of(each),
    ...row,
    held: async (svc, site, secret) => [
      await held?.(svc, { ...site, person: () => site.person(each) }, secret),
      await libraryOf(svc, site, site.person(each)),
    ],
  })
  return [
    both(name, {
      async sell(site) {
        const who = site.person(name)
        await happens(site, who, await startedBy(site, who))
        return ''
      },
    }),
    both(`${name}-later`, {
      known: (site) => startedBy(site, site.person(`${name}-later`)),
      async sell(site, known) {
        await happens(site, site.person(`${name}-later`), known)
        return ''
      },
    }),
  ]
}

const whole = { slug: 'nova' }

const buys: Later = ({ svc }, who) => collect(svc, who, goodCard, whole)

/** A bank takes the payment back, or decides for the artist. */
const disputed =
  (to: 'won' | 'lost' | null): Later =>
  async ({ svc }, _who, { paymentIntentId }) => {
    const { stripe, test: bank } = shopOf(svc)
    const { latest_charge: charge } = await stripe.paymentIntents.retrieve(paymentIntentId)
    const id = await bank.openDispute(String(charge), {})
    if (to !== null) await bank.moveDispute(id, to)
    await settled(svc)
  }

const disputesOf: SoldGoods['held'] = async (svc, { nova, person }) => {
  const orderId = orderOf(svc, person(''))
  const all: Record<string, unknown>[] = await listed(svc, nova)
  return all
    .filter((each) => each.orderId === orderId)
    .map(({ state, reason, amount, answerBy }) => [state, reason, amount, answerBy])
}

async function referralCodeOf({ svc, person }: Site, name: string): Promise<string> {
  const { json } = await svc.call('POST', '/api/casset/nova/referral-link', { cookie: person(name).cookie })
  return String(Object(json).code)
}

/** Somebody buys by the link of somebody else, who is credited. */
const referred = (name: string, known?: SoldGoods['known']): SoldGoods => ({
  ...ofAccount(name, 'casset', async () => {}),
  ...(known ? { known } : {}),
  async sell(site) {
    const referralCode = await referralCodeOf(site, `${name}-too`)
    await collect(site.svc, site.person(name), goodCard, { slug: 'nova', referralCode })
    return referralCode
  },
  async held(svc, site) {
    const { json } = await svc.call('GET', '/api/referrals/mine', { cookie: site.person(`${name}-too`).cookie })
    const { links } = Object(json)
    return [links, await libraryOf(svc, site, site.person(name))]
  },
})

/** Somebody pays with the only use of a code. */
const reduced = (name: string, code: string, makes: (site: Site) => Promise<unknown>): SoldGoods => ({
  ...ofAccount(name, 'casset', async () => {}),
  async sell(site) {
    await makes(site)
    await collect(site.svc, site.person(name), goodCard, { slug: 'nova', code })
    return ''
  },
  async held(svc, site) {
    const made = (await discountsOf(svc, site.nova)).filter((each) => each.code === code)
    const again = made.length > 0 ? refusalOf(await ask(svc, site.person(`${name}-too`), { slug: 'nova', code })) : null
    return [made.map(({ used }) => used), again, await libraryOf(svc, site, site.person(name))]
  },
})

const mailTo = ({ smtp }: Site, address: string) => smtp.received.find(({ to }) => to.includes(address))

const pageOf = async (svc: TestServer, path: string) => (await svc.call('GET', path, { headers: html })).status

/** Goods to which something happens, or that come with something that was made since the copy. */
export const soldGoods: readonly SoldGoods[] = [
  ...happening('given-back', buys, async ({ svc }, who) => {
    const { status, text } = await giveBack(svc, orderOf(svc, who), who)
    if (status !== 204) throw new Error(text)
    await settled(svc)
  }),
  ...happening(
    'downloaded',
    buys,
    async (site, who) => {
      download(site.svc, site, who)
      await settled(site.svc)
    },
    async (svc, { person }) => refusalOf(await giveBack(svc, orderOf(svc, person('')), person(''))),
  ),
  ...happening('dispute-open', buys, disputed(null), disputesOf),
  ...happening('dispute-lost', buys, disputed('lost'), disputesOf),
  ...happening('dispute-won', buys, disputed('won'), disputesOf),
  referred('referred', async (site) => {
    await referralCodeOf(site, 'referred-too')
    return { orderId: '', paymentIntentId: '', clientSecret: '' }
  }),
  referred('referred-by-a-new-link'),
  reduced('reduced', 'SPRING', async () => {}),
  {
    ...reduced('reduced-by-a-new-code', 'SUMMER', ({ svc, nova }) =>
      makeDiscount(svc, nova, { code: 'SUMMER', uses: 1 }),
    ),
    held: (svc, site) => libraryOf(svc, site, site.person('reduced-by-a-new-code')),
  },
  {
    ...ofAccount('kept', 'casset', async ({ svc }, who) => {
      const started = await begin(svc, who)
      const { paymentIntentId } = started
      await svc.call('POST', '/api/checkout/kept-card', { cookie: who.cookie, body: { paymentIntentId } })
      await confirm(svc, who, started)
      await settled(svc)
    }),
    async held(svc, site) {
      const who = site.person('kept')
      const kept = rowsOf(svc, 'kept_cards').length
      const { data } = await shopOf(svc).stripe.paymentIntents.list({ limit: 100 })
      const intent = data.find(({ metadata }) => metadata.userId === who.userId)
      const method = await shopOf(svc).stripe.paymentMethods.retrieve(String(intent?.payment_method))
      // Nobody keeps a card of which this database does not know.
      return [method.customer !== null && kept === 0, await libraryOf(svc, site, who)]
    },
  },
  {
    kind: 'casset',
    name: 'guest-mailed',
    async sell(site) {
      await collectAsGuest(site.svc, { email: 'mailed@example.org' })
      const { open, claim } = linksIn(mailTo(site, 'mailed@example.org'))
      return `${open} ${claim}`
    },
    async held(svc, { kettle }, secrets) {
      const [open = '', claim] = secrets.split(' ')
      return [(await hearAsGuest(svc, open, kettle.id)).status, await pageOf(svc, `/claim/${claim}`)]
    },
  },
  {
    kind: 'casset',
    name: 'guest-asked-again',
    known: ({ svc }) => collectAsGuest(svc, { email: 'again@example.org' }),
    sell: async ({ svc }, known) => secretOf(await verifyAsGuest(svc, known, { needsLink: true })),
    held: async (svc, { kettle }, secret) => (await hearAsGuest(svc, secret, kettle.id)).status,
  },
  {
    kind: 'gift',
    name: 'gift-mailed',
    async sell(site) {
      await give(site.svc, site.person('gift-mailed'), { email: 'sue@example.org' })
      return giftIn(mailTo(site, 'sue@example.org')).secret
    },
    held: (svc, _site, secret) => pageOf(svc, `/gift/${secret}`),
  },
  {
    kind: 'gift',
    name: 'gift-moved',
    async known({ svc, person }) {
      return give(svc, person('gift-moved'), { email: 'tom@example.org' })
    },
    async sell(site, { orderId }) {
      const old = giftIn(mailTo(site, 'tom@example.org')).secret
      const { cookie } = site.person('gift-moved')
      await site.svc.call('PATCH', `/api/gifts/${orderId}`, { cookie, body: { email: 'una@example.org' } })
      await settled(site.svc)
      return `${old} ${giftIn(mailTo(site, 'una@example.org')).secret}`
    },
    held: async (svc, _site, secrets) => Promise.all(secrets.split(' ').map((each) => pageOf(svc, `/gift/${each}`))),
  },
  {
    kind: null,
    name: 'left-list',
    async known({ svc, person }) {
      const body = { text: mailingListText('Nova'), from: 'checkout' }
      const { cookie, userId } = person('left-list')
      svc.ctx.db.update(users).set({ emailVerifiedAt: 1 }).where(eq(users.id, userId)).run()
      const { status, text } = await svc.call('POST', '/api/casset/nova/mailing-list', { cookie, body })
      if (status !== 204) throw new Error(text)
      return { orderId: '', paymentIntentId: '', clientSecret: '' }
    },
    async sell({ svc, person }) {
      const { cookie } = person('left-list')
      const { json } = await svc.call('GET', '/api/mailing-lists', { cookie })
      await svc.call('DELETE', `/api/mailing-lists/${Object(json).mailingLists[0]?.id}`, { cookie })
      return ''
    },
    held: async (svc, { nova }) =>
      Object((await svc.call('GET', '/api/studio/mailing-list', { cookie: nova.cookie })).json).count,
    named: /left a mailing list/,
  },
  {
    kind: null,
    name: 'asked-for-list',
    async known({ svc, person }) {
      const body = { text: mailingListText('Nova'), from: 'checkout' }
      const { cookie } = person('asked-for-list')
      const { status, text } = await svc.call('POST', '/api/casset/nova/mailing-list', { cookie, body })
      if (status !== 204) throw new Error(text)
      return { orderId: '', paymentIntentId: '', clientSecret: '' }
    },
    sell: async () => '',
    async held(svc) {
      const isTheirs = (row: unknown) => Object(row).email === 'asked-for-list@example.com'
      return ['opt_ins', 'mailing_consents'].map((table) => rowsOf(svc, table).filter(isTheirs).length)
    },
  },
]
