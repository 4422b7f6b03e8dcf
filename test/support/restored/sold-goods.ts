import { sha256Hex } from '../../../src/lib/hash/hmac.ts'
import { issueLink } from '../../../src/order/guest-link.ts'
import { rowsOf } from '../account/account.ts'
import { fund, read } from '../drop/drop.ts'
import { claim, order as orderLicense, payFor, quoted } from '../release/license.ts'
import type { TestServer } from '../server.ts'
import { begun, card, collect, confirm, goodCard, settled, shopOf } from '../shop/checkout.ts'
import { redeem } from '../shop/code.ts'
import { buy, seenBy } from '../shop/emoji.ts'
import { give, givenBy, takeGift, takeWithout } from '../shop/gift.ts'
import { claimBy, collectAsGuest, hearAsGuest } from '../shop/guest.ts'
import { callOff } from '../shop/preorder.ts'
import { libraryOf, ofAccount, type Site, type SoldGoods } from './site.ts'

const refundOf = async ({ svc }: Site, paymentIntentId: string) => {
  await shopOf(svc).stripe.refunds.create({ payment_intent: paymentIntentId })
  await settled(svc)
}

const slugOf = (word: string) => `nova.${word}`

const orderOf = async (svc: TestServer, id: string) =>
  begun(await orderLicense(svc, await quoted(svc, id, ['remix']), { licensee: 'Ada Films' }))

/** A license that somebody has claimed; `known`: it was ordered before the copy was made. */
const soldLicense = (name: string, known?: SoldGoods['known']): SoldGoods => ({
  kind: 'license',
  name,
  ...(known ? { known } : {}),
  async sell({ svc, id }, ordered) {
    const started = known ? ordered : await orderOf(svc, id)
    const rows = rowsOf(svc, 'licenses').map(Object)
    const isPaid = rows.some(({ order_id, credential }) => order_id === started.orderId && credential !== null)
    if (!isPaid) await payFor(svc, started)
    const { token, holderUrl } = Object((await claim(svc, started)).json).license
    return `${token} ${new URL(holderUrl).pathname}`
  },
  async held(svc, _site, secrets) {
    const [token = '', path = ''] = secrets.split(' ')
    const tokenHash = sha256Hex(token)
    const license = rowsOf(svc, 'licenses')
      .map(Object)
      .find(({ token_hash }) => token_hash === tokenHash)
    const headers = { authorization: `License ${token}` }
    const { json } = await svc.call('GET', `/api/agents/licenses/${license?.order_id}/certificate`, { headers })
    const paper = await svc.call('GET', path, { headers: { accept: 'text/html' } })
    return [license, Object(json).credential, paper.status, paper.text.includes('Ada Films')]
  },
})

/** A gift that somebody has claimed; `known`: it was given before the copy was made. */
const claimedGift = (name: string, known?: SoldGoods['known']): SoldGoods => ({
  kind: 'gift',
  name,
  ...(known ? { known } : {}),
  async sell({ svc, person }, given) {
    const { orderId } = known ? given : await give(svc, person(name), { email: `${name}@example.org` })
    const secret = issueLink(svc.ctx, orderId, 'gift')
    const { status, text } = await takeGift(svc, secret, person(`${name}-too`))
    if (status !== 200) throw new Error(text)
    return secret
  },
  async held(svc, site, secret) {
    const [gift] = await givenBy(svc, site.person(name))
    const again = await takeGift(svc, secret, site.person('casset-too'))
    return [gift?.state, gift?.email, again.status === 200, await libraryOf(svc, site, site.person(`${name}-too`))]
  },
})

/** A gift that somebody has taken without an account; `known` as before. */
const takenGift = (name: string, known?: SoldGoods['known']): SoldGoods => ({
  kind: 'gift',
  name,
  ...(known ? { known } : {}),
  async sell({ svc, person }, ordered) {
    const { orderId } = known ? ordered : await give(svc, person(name), { email: `${name}@example.org` })
    const secret = issueLink(svc.ctx, orderId, 'gift')
    const { json } = await takeWithout(svc, { secret, email: `${name}@takers.example` })
    return `${secret} ${String(Object(json).url).split('/taken/')[1]}`
  },
  async held(svc, site, secrets) {
    const [secret = '', own] = secrets.split(' ')
    const [gift] = await givenBy(svc, site.person(name))
    const second = await takeWithout(svc, { secret, email: 'second@takers.example' })
    const heard = await svc.call('GET', `/api/taken/${own}/audio/${site.kettle.id}`, {
      headers: { range: 'bytes=0-9' },
    })
    const rows = rowsOf(svc, 'gifts').map(Object)
    return [gift?.state, second.status, heard.status, rows.find((row) => row.order_id === gift?.orderId)?.taker_email]
  },
})

export const soldGoods: readonly SoldGoods[] = [
  ofAccount('casset', 'casset', ({ svc }, who) => collect(svc, who, goodCard, { slug: 'nova', amount: 900 })),
  ofAccount('refunded', 'casset', async (site, who) => refundOf(site, (await collect(site.svc, who)).paymentIntentId)),
  ofAccount('disputed', 'casset', ({ svc }, who) => collect(svc, who, card('4000000000000259'))),
  ofAccount('rest', 'casset', async ({ svc, kettle }, who) => {
    await collect(svc, who, goodCard, { slug: 'nova', trackIds: [kettle.id] })
    await collect(svc, who, goodCard, { slug: 'nova' })
  }),
  ofAccount('preorder', 'casset', ({ svc }, who) => collect(svc, who, goodCard, { slug: slugOf('later') })),
  {
    ...ofAccount('called-off', 'casset', async (site, who) => {
      const { svc, nova, tapes } = site
      await collect(svc, who, goodCard, { slug: slugOf('off') })
      await callOff(svc, { ...nova, cassetId: tapes.off })
      await settled(svc)
    }),
    async held(svc, site) {
      const casset = rowsOf(svc, 'cassets')
        .map(Object)
        .find(({ id }) => id === site.tapes.off)
      const state = [casset?.published, casset?.opens_at, casset?.called_off_at !== null]
      return [state, await libraryOf(svc, site, site.person('called-off'))]
    },
  },
  {
    ...ofAccount('called-off-later', 'casset', async () => {}),
    known: ({ svc, person }) => collect(svc, person('called-off-later'), goodCard, { slug: slugOf('known') }),
    async sell({ svc, nova, tapes }) {
      await callOff(svc, { ...nova, cassetId: tapes.known })
      await settled(svc)
      return ''
    },
  },
  ofAccount('single', 'single', ({ svc, kettle }, who) =>
    collect(svc, who, goodCard, { slug: 'nova', trackIds: [kettle.id] }),
  ),
  ofAccount('everything', 'everything', ({ svc }, who) =>
    collect(svc, who, goodCard, { slug: 'nova', everything: true }),
  ),
  {
    kind: 'casset',
    name: 'guest',
    sell: async ({ svc }) => (await collectAsGuest(svc)).secret,
    held: async (svc, { kettle }, secret) => (await hearAsGuest(svc, secret, kettle.id)).status,
  },
  {
    ...ofAccount('guest-claimed', 'casset', async () => {}),
    async sell({ svc, person }) {
      const { orderId } = await collectAsGuest(svc, { email: 'lee@example.org' })
      await claimBy(svc, issueLink(svc.ctx, orderId, 'claim'), person('guest-claimed'))
      return orderId
    },
  },
  {
    ...ofAccount('guest-claimed-later', 'casset', async () => {}),
    known: ({ svc }) => collectAsGuest(svc, { email: 'mia@example.org' }),
    async sell({ svc, person }, { orderId }) {
      await claimBy(svc, issueLink(svc.ctx, orderId, 'claim'), person('guest-claimed-later'))
      return ''
    },
  },
  {
    kind: 'gift',
    name: 'gift',
    async sell({ svc, person }) {
      await give(svc, person('gift'), { email: 'kim@example.org' })
      return ''
    },
    async held(svc, site) {
      const [gift] = await givenBy(svc, site.person('gift'))
      return [gift?.state, gift?.email, await libraryOf(svc, site, site.person('gift'))]
    },
  },
  claimedGift('gift-claimed'),
  takenGift('gift-taken'),
  takenGift('gift-taken-later', ({ svc, person }) =>
    give(svc, person('gift-taken-later'), { email: 'eve@example.org' }),
  ),
  claimedGift('gift-claimed-later', ({ svc, person }) =>
    give(svc, person('gift-claimed-later'), { email: 'ben@example.org' }),
  ),
  {
    kind: 'tip',
    name: 'tip',
    async sell({ svc, person }) {
      const { cookie } = person('tip')
      const body = { amount: 500, message: 'Thank you 🌅' }
      await confirm(svc, { cookie }, begun(await svc.call('POST', '/api/casset/nova/tip', { cookie, body })))
      await settled(svc)
      return ''
    },
    async held(svc, site) {
      const { papers } = await libraryOf(svc, site, site.person('tip'))
      const messages = rowsOf(svc, 'orders').map((row) => Object(row).message)
      return [papers, messages.filter((message) => message !== null), rowsOf(svc, 'tips').length]
    },
  },
  {
    kind: 'emoji',
    name: 'emoji',
    async sell({ svc, person, emoji }) {
      await confirm(svc, person('emoji'), begun(await buy(svc, person('emoji'), emoji.id)))
      await settled(svc)
      return ''
    },
    held: (svc, { person }) => seenBy(svc, person('emoji')),
  },
  {
    kind: 'prize',
    name: 'prize',
    async sell({ svc, nova, dropId }) {
      await fund(svc, nova, dropId)
      return ''
    },
    async held(svc, { nova, dropId }) {
      const { campaign } = await read(svc, dropId, nova)
      return [campaign.state, campaign.prize]
    },
  },
  soldLicense('license'),
  soldLicense('license-claimed-later', async ({ svc, id }) => {
    const started = await orderOf(svc, id)
    await payFor(svc, started)
    return started
  }),
  { ...soldLicense('license-paid-later', ({ svc, id }) => orderOf(svc, id)), isOpen: true },
  {
    kind: null,
    name: 'code',
    async sell({ svc, codes, person }) {
      const { status, text } = await redeem(svc, person('code'), codes.first)
      if (status >= 300) throw new Error(text)
      return codes.first
    },
    async held(svc, site, code) {
      const library = await libraryOf(svc, site, site.person('code'))
      return library.tracks.includes('full')
        ? library
        : `again: ${(await redeem(svc, site.person('code'), code)).status}`
    },
    named: /uses of download codes/,
  },
]
