import { addTape } from '../casset/tape.ts'
import { openLabel } from '../order/paid-out.ts'
import {
  accessOf,
  ask,
  begin,
  begun,
  collect,
  confirm,
  goodCard,
  openShop,
  settled,
  shopOf,
  verify,
} from '../shop/checkout.ts'
import { makeCodes, redeem } from '../shop/code.ts'
import { makeDiscount } from '../shop/discount.ts'
import { buy, emojiOf, putUp } from '../shop/emoji.ts'
import { give, openGiving, takeGift } from '../shop/gift.ts'
import { giveBack } from '../shop/holder.ts'
import { dayMs, inMs, openPreorder, setOpening } from '../shop/preorder.ts'
import { addReadyTrack, cast, type Person } from '../world.ts'
import { dispose, type Scenes, staysIf, staysOrWaits } from './scene.ts'

export const scenes: Scenes = {
  async gift() {
    const shop = await openGiving()
    const { svc, ada: giver, kim: receiver, emails } = shop
    await give(svc, giver)
    const [email] = await emails(1)
    const other = cast(svc.ctx, 'lou', { published: false })
    return {
      ...{ svc, giver, receiver },
      async outcome() {
        for (const who of [receiver, other]) {
          if ((await takeGift(svc, email?.secret ?? '', who)).status === 200) return 'stays'
        }
        return 'ends'
      },
      [Symbol.asyncDispose]: () => shop[Symbol.asyncDispose](),
    }
  },

  async 'gift-later'() {
    const shop = await openGiving()
    const { svc, ada: giver, kim: receiver, emails } = shop
    await give(svc, giver, { sendAt: inMs(svc, 2 * dayMs) })
    const outcome = async () => {
      svc.tick(3 * dayMs)
      await settled(svc)
      const [email] = await emails(0)
      const other = cast(svc.ctx, 'lou', { published: false })
      return staysIf(email !== undefined && (await takeGift(svc, email.secret, other)).status === 200)
    }
    return { svc, giver, receiver, outcome, [Symbol.asyncDispose]: () => shop[Symbol.asyncDispose]() }
  },

  async 'gift-music'() {
    const shop = await openGiving()
    const { svc, nova: giver, ada, kim: receiver, emails, dawn } = shop
    await give(svc, ada)
    const [email] = await emails(1)
    const other = cast(svc.ctx, 'lou', { published: false })
    const outcome = async () => {
      for (const who of [receiver, other]) {
        const { status } = await takeGift(svc, email?.secret ?? '', who)
        if (status === 200 && (await accessOf(svc, dawn.id, who)) === 'full') return 'stays'
      }
      return 'ends'
    }
    return { svc, giver, receiver, outcome, [Symbol.asyncDispose]: () => shop[Symbol.asyncDispose]() }
  },

  async refund() {
    const { svc, nova: giver, ada: receiver } = await openLabel({ env: { GIVE_BACK: 'on' } })
    const { orderId } = await collect(svc, receiver, goodCard, { slug: 'nova', agrees: true })
    await giveBack(svc, orderId, receiver)
    const outcome = async () => {
      await settled(svc)
      return staysIf((await shopOf(svc).stripe.refunds.list()).data.length === 1)
    }
    return { svc, giver, receiver, outcome, ...dispose(svc) }
  },

  async preorder() {
    const shop = await openPreorder()
    const { svc, nova: giver, ada: receiver, kettle } = shop
    await collect(svc, receiver)
    return {
      ...{ svc, giver, receiver },
      async outcome() {
        if ((await shopOf(svc).stripe.refunds.list()).data.length > 0) return 'refunded'
        svc.tick(11 * dayMs)
        await settled(svc)
        svc.ctx.db.$client.run('UPDATE sessions SET seen_at = ?1, expires_at = ?1 + 1000000', [svc.ctx.now()])
        return staysIf((await accessOf(svc, kettle.id, receiver)) === 'full')
      },
      [Symbol.asyncDispose]: () => shop[Symbol.asyncDispose](),
    }
  },

  async purchase() {
    const { svc, nova: giver, ada: receiver, dawn } = await openShop()
    await collect(svc, receiver)
    const outcome = async () => staysIf((await accessOf(svc, dawn.id, receiver)) === 'full')
    return { svc, giver, receiver, outcome, ...dispose(svc) }
  },

  async 'download-code'() {
    const { svc, nova: giver, ada: receiver } = await openShop()
    const { first } = await makeCodes(svc, giver)
    const other = cast(svc.ctx, 'lou', { published: false })
    const redeems = async () => {
      const answers = [await redeem(svc, receiver, first), await redeem(svc, other, first)]
      return answers.some(({ status }) => status < 300)
    }
    return { svc, giver, receiver, outcome: () => staysOrWaits(svc, [giver, receiver], redeems), ...dispose(svc) }
  },

  async 'everything-later'() {
    const { svc, nova: giver, ada: receiver } = await openShop()
    await addReadyTrack(svc.ctx, addTape(svc, giver, 'live', { priceMinor: 300 }), 'Live')
    const cassetId = addTape(svc, giver, 'later', { priceMinor: 500, published: false, publishedAt: null })
    const later = await addReadyTrack(svc.ctx, cassetId, 'Later')
    await svc.call('PUT', '/api/studio/everything', { cookie: giver.cookie, body: { percent: 20, hasFuture: true } })
    await collect(svc, receiver, goodCard, { slug: 'nova', everything: true })
    const comes = async () => {
      await setOpening(svc, { ...giver, cassetId }, { published: true })
      await settled(svc)
      return (await accessOf(svc, later.id, receiver)) === 'full'
    }
    const outcome = () => staysOrWaits(svc, [giver, receiver], comes)
    return { svc, giver, receiver, outcome, ...dispose(svc) }
  },

  async emoji() {
    const { svc, nova: giver, ada: receiver } = await openShop()
    const { id, url } = emojiOf(await putUp(svc, giver))
    const started = begun(await buy(svc, receiver, id))
    await confirm(svc, receiver, started)
    await settled(svc)
    const has = async () => {
      const { status } = await svc.call('GET', new URL(url, svc.url).pathname, { cookie: receiver.cookie })
      const { text } = await svc.call('GET', '/api/casset/nova/media', { cookie: receiver.cookie })
      return status === 200 && text.includes('"owned":true')
    }
    return { svc, giver, receiver, outcome: () => staysOrWaits(svc, [giver, receiver], has), ...dispose(svc) }
  },

  async discount() {
    const { svc, nova: giver, ada: receiver } = await openShop()
    const { code } = await makeDiscount(svc, giver, { percent: 20 })
    const other = cast(svc.ctx, 'lou', { published: false })
    const works = async (who: Person) => (await ask(svc, who, { slug: 'nova', code })).status === 200
    const outcome = () =>
      staysOrWaits(svc, [giver, receiver], async () => (await works(receiver)) || (await works(other)))
    return { svc, giver, receiver, outcome, ...dispose(svc) }
  },

  async referral() {
    const { svc, nova: giver, ada: receiver } = await openShop()
    const { json } = await svc.call('POST', '/api/casset/nova/referral-link', { cookie: receiver.cookie })
    const buyer = cast(svc.ctx, 'lou', { published: false })
    const led = { ...buyer, cookie: `${buyer.cookie}; svc_ref=${Object(json).code}` }
    const isCredited = async () => {
      if ((await ask(svc, led)).status !== 200) return false
      await collect(svc, led)
      const { text } = await svc.call('GET', '/api/referrals/mine', { cookie: receiver.cookie })
      return text.includes('"collects":1')
    }
    const outcome = () => staysOrWaits(svc, [giver, receiver], isCredited)
    return { svc, giver, receiver, outcome, ...dispose(svc) }
  },

  async 'kept-card'() {
    const { svc, ada: receiver } = await openShop()
    const started = await begin(svc, receiver)
    await svc.call('POST', '/api/checkout/kept-card', {
      cookie: receiver.cookie,
      body: { paymentIntentId: started.paymentIntentId },
    })
    await confirm(svc, receiver, started)
    await verify(svc, receiver, started)
    await settled(svc)
    const outcome = async () => {
      const { text } = await svc.call('GET', '/checkout/nova/tip', {
        cookie: receiver.cookie,
        headers: { accept: 'text/html' },
      })
      return staysIf(text.includes('ending in 4242'))
    }
    return { svc, giver: null, receiver, outcome, ...dispose(svc) }
  },

  async earnings() {
    const { svc, nova: receiver, ada: giver } = await openLabel({ env: { GIVE_BACK: 'on' } })
    const { orderId } = await collect(svc, giver, goodCard, { slug: 'nova', agrees: true })
    const outcome = async () => {
      svc.tick(20 * dayMs)
      await settled(svc)
      return staysIf((await shopOf(svc).stripe.transfers.list({ transfer_group: orderId })).data.length === 1)
    }
    return { svc, giver, receiver, outcome, ...dispose(svc) }
  },
}
