import { openLabel } from '../order/paid-out.ts'
import { makeCoCasset } from '../room/co-casset.ts'
import { ask, collect, goodCard, settled, shopOf } from '../shop/checkout.ts'
import { giftLink, give, openGiving, takeWithout } from '../shop/gift.ts'
import { collectAsGuest, downloadAsGuest, hearAsGuest } from '../shop/guest.ts'
import { giveBack } from '../shop/holder.ts'
import { dayMs, inMs, openPreorder, setOpening } from '../shop/preorder.ts'
import { cast } from '../world.ts'
import { dispose, type Scenes, staysIf, staysOrWaits } from './scene.ts'

const headers = { accept: 'text/html' }

export const scenes: Scenes = {
  async 'guest-copy'() {
    const { svc, nova: giver, dawn } = await openLabel()
    const { secret } = await collectAsGuest(svc)
    const outcome = async () => {
      const heard = await hearAsGuest(svc, secret, dawn.id)
      const got = await downloadAsGuest(svc, secret)
      const page = await svc.call('GET', `/collected/${secret}`, { headers })
      return staysIf([heard, got, page].every(({ status }) => status < 300))
    }
    return { svc, giver, receiver: null, outcome, ...dispose(svc) }
  },

  async 'gift-taken'() {
    const shop = await openGiving()
    const { svc, nova: giver, ada, dawn } = shop
    await give(svc, ada, { email: undefined })
    const { json } = await takeWithout(svc, { secret: await giftLink(svc, ada), email: 'lou@takers.example' })
    const { pathname } = new URL(String(Object(json).url))
    const outcome = async () => {
      const paths = [`/api${pathname}/audio/${dawn.id}`, `/api${pathname}/download`, pathname]
      const answers = await Promise.all(paths.map((path) => svc.call('GET', path, { headers })))
      return staysIf(answers.every(({ status }) => status < 300))
    }
    return { svc, giver, receiver: null, outcome, [Symbol.asyncDispose]: () => shop[Symbol.asyncDispose]() }
  },

  async 'give-back'() {
    const { svc, nova: giver, ada: receiver } = await openLabel({ env: { GIVE_BACK: 'on' } })
    const { orderId } = await collect(svc, receiver, goodCard, { slug: 'nova', agrees: true })
    const outcome = async () => {
      await giveBack(svc, orderId, receiver)
      await settled(svc)
      return staysIf((await shopOf(svc).stripe.refunds.list()).data.length === 1)
    }
    return { svc, giver, receiver, outcome, ...dispose(svc) }
  },

  async 'preorder-moved'() {
    const shop = await openPreorder()
    const { svc, nova: giver, ada: receiver } = shop
    const { orderId } = await collect(svc, receiver)
    await setOpening(svc, giver, { opensAt: inMs(svc, 30 * dayMs) })
    await settled(svc)
    const refunds = async () => (await shopOf(svc).stripe.refunds.list()).data.length
    const outcome = async () => {
      if ((await refunds()) > 0) return 'refunded'
      await svc.call('POST', `/api/preorders/${orderId}/refund`, { cookie: receiver.cookie, body: {} })
      await settled(svc)
      return staysIf((await refunds()) === 1)
    }
    return { svc, giver, receiver, outcome, [Symbol.asyncDispose]: () => shop[Symbol.asyncDispose]() }
  },

  async 'shared-part'() {
    const { svc, nova: giver, ada: receiver } = await openLabel()
    const { id } = await makeCoCasset(svc, giver, 'both', [receiver])
    svc.ctx.db.$client.run('UPDATE cassets SET published = 1, published_at = 1, price_minor = 700 WHERE id = ?', [id])
    const lou = cast(svc.ctx, 'lou', { published: false })
    const isPaid = async () => {
      if ((await ask(svc, lou, { slug: 'both' })).status !== 200) return false
      await collect(svc, lou, goodCard, { slug: 'both' })
      const parts = svc.ctx.db.$client.query('SELECT 1 FROM order_parts WHERE artist_id = ? AND paid_at IS NOT NULL')
      return parts.all(receiver.artistId).length === 1
    }
    return { svc, giver, receiver, outcome: () => staysOrWaits(svc, [giver, receiver], isPaid), ...dispose(svc) }
  },
}
