import { supports } from '../../../db/schema/shop/support.ts'
import { supportUrl } from '../../../src/shop/support/support-key.ts'
import { cookieOf, logIn, password } from '../account/account.ts'
import { until } from '../casset/upload.ts'
import type { startSmtp } from '../platform/smtp.ts'
import { access, bought, claim } from '../release/license.ts'
import { decide, publishedRelease } from '../release/release.ts'
import type { TestServer } from '../server.ts'
import { begun, collect, confirm, goodCard, settled, shopOf } from '../shop/checkout.ts'
import { changeGift, giftIn, give, takeGift } from '../shop/gift.ts'
import { collectAsGuest, hearAsGuest } from '../shop/guest.ts'
import { giveBack } from '../shop/holder.ts'
import { offerLevel, startSupporting, supportRow } from '../shop/support.ts'
import { addReadyTrack, cast, type Person } from '../world.ts'
import { type Again, call, field, pass } from './again.ts'
import { joined } from './invited.ts'

type Stage = { svc: TestServer; smtp: Awaited<ReturnType<typeof startSmtp>>; owner: Person }

/** Makes an artist whose casset costs 700, and returns its track. */
async function sold(svc: TestServer, handle: string) {
  const { cassetId } = cast(svc.ctx, handle, { priceMinor: 700 })
  return addReadyTrack(svc.ctx, cassetId, `Song of ${handle}`)
}

/** The ways in which the money of an order goes back. */
function refunds(svc: TestServer, owner: Person, orderOf: () => { orderId: string; paymentIntentId: string }) {
  const disputed = new Set<string>()
  return {
    // The owner may accept the debt of an artist whose account lacks the sum.
    'the owner of the site': () =>
      call(svc, 'POST', `/api/studio/sales/${orderOf().orderId}/refund`, owner, { leavesDebt: true })(),
    'the bank of its payer': async () => {
      const { stripe, test: bank } = shopOf(svc)
      const { paymentIntentId } = orderOf()
      const { latest_charge } = await stripe.paymentIntents.retrieve(paymentIntentId)
      const { data: refunded } = await stripe.refunds.list({ payment_intent: paymentIntentId })
      // A bank takes each payment back once.
      if (refunded.length > 0 || disputed.has(paymentIntentId)) return
      disputed.add(paymentIntentId)
      const id = await bank.openDispute(String(latest_charge), {})
      await settled(svc)
      await bank.moveDispute(id, 'lost')
      await settled(svc)
    },
  }
}

/** Things that somebody paid for, with each door that ends them. */
export const paidEndings: Record<string, (stage: Stage) => Promise<Again>> = {
  async 'a casset that somebody collected'({ svc, owner }) {
    const track = await sold(svc, 'paz')
    const buyer = cast(svc.ctx, 'bess', { published: false })
    let order = { orderId: '', paymentIntentId: '' }
    return {
      begin: {
        paying: async () => {
          order = await collect(svc, buyer, goodCard, { slug: 'paz' })
        },
      },
      end: {
        ...refunds(svc, owner, () => order),
        'whoever bought it': () => giveBack(svc, order.orderId, buyer),
      },
      isOn: async () => {
        const { json } = await call(svc, 'GET', `/api/audio/${track.id}`, buyer)()
        return field(json, 'access') === 'full'
      },
    }
  },
  async 'a copy that a guest collected'({ svc, owner }) {
    const track = await sold(svc, 'gus')
    let order = { orderId: '', paymentIntentId: '', secret: '' }
    return {
      begin: {
        paying: async () => {
          order = await collectAsGuest(svc, { slug: 'gus', email: 'gus-guest@example.org' })
        },
      },
      end: {
        ...refunds(svc, owner, () => order),
        'its guest': () => giveBack(svc, order.orderId, order),
      },
      isOn: async () => (await hearAsGuest(svc, order.secret, track.id)).status < 300,
    }
  },
  async 'the link of a gift'({ svc, smtp, owner }) {
    await sold(svc, 'gina')
    const giver = cast(svc.ctx, 'gale', { published: false })
    let order = { orderId: '', paymentIntentId: '' }
    let secret = ''
    const secretIn = (to: string, from: number) =>
      until(
        () =>
          smtp.received
            .slice(from)
            .map(giftIn)
            .find((each) => each.to === to)?.secret ?? '',
        (found) => found !== '',
      )
    return {
      begin: {
        giving: async () => {
          const before = smtp.received.length
          order = await give(svc, giver, { slug: 'gina', email: 'glen@example.org' })
          secret = await secretIn('glen@example.org', before)
        },
      },
      end: {
        ...refunds(svc, owner, () => order),
        'whoever gave it': () => giveBack(svc, order.orderId, giver),
        'another address': () =>
          changeGift(svc, order.orderId, giver, { email: `kim${smtp.received.length}@example.org` }),
        'taking it': async () => {
          // The next gift needs somebody else: a person takes a casset once.
          const taker = cast(svc.ctx, `taker-${svc.ctx.uuid().slice(-12)}`, { published: false })
          await takeGift(svc, secret, taker)
        },
      },
      // The giver gets another refusal than for a link that has ended.
      isOn: async () => (await takeGift(svc, secret, giver)).text.includes('You gave this away.'),
    }
  },
  async 'a gift that somebody took'({ svc, smtp, owner }) {
    const track = await sold(svc, 'tess')
    const [giver, receiver] = [cast(svc.ctx, 'theo', { published: false }), cast(svc.ctx, 'tara', { published: false })]
    let order = { orderId: '', paymentIntentId: '' }
    return {
      begin: {
        'giving and taking': async () => {
          const before = smtp.received.length
          order = await give(svc, giver, { slug: 'tess', email: 'tara@example.org' })
          const secret = await until(
            () =>
              smtp.received
                .slice(before)
                .map(giftIn)
                .find((each) => each.secret !== '')?.secret ?? '',
            (found) => found !== '',
          )
          await takeGift(svc, secret, receiver)
        },
      },
      end: refunds(svc, owner, () => order),
      isOn: async () => {
        const { json } = await call(svc, 'GET', `/api/audio/${track.id}`, receiver)()
        return field(json, 'access') === 'full'
      },
    }
  },
  async 'a license'({ svc, owner }) {
    const artist = cast(svc.ctx, 'lena')
    const track = await addReadyTrack(svc.ctx, artist.cassetId, 'Lena')
    const id = await publishedRelease(svc, artist, [track.id])
    const price = { amount: 700, currency: 'usd' }
    await decide(svc, artist, id, { scope: 'download', decision: 'REQUIRE_LICENSE', price })
    let order = { orderId: '', paymentIntentId: '' }
    let licenseToken = ''
    return {
      begin: {
        paying: async () => {
          const started = await bought(svc, id)
          licenseToken = String(field((await claim(svc, started)).json, 'license', 'token'))
          order = started
        },
      },
      end: refunds(svc, owner, () => order),
      isOn: async () => {
        const { json } = await call(svc, 'GET', `/api/agents/licenses/${order.orderId}`, { cookie: '' })()
        const isServed = (await access(svc, id, { licenseToken })).status === 200
        if (isServed !== (field(json, 'status') === 'GRANTED')) throw new Error(`${isServed}: ${JSON.stringify(json)}`)
        return isServed
      },
    }
  },
  async 'the card of a visit'({ svc, owner }) {
    cast(svc.ctx, 'vera')
    const [browser, elsewhere] = [{ cookie: await joined(svc, owner, 'vic') }, { cookie: '' }]
    const userId = String(field((await call(svc, 'GET', '/api/auth/session', browser)()).json, 'user', 'id'))
    const signIn = async () => cookieOf(await logIn(svc, 'vic@example.org', password))
    const offered = async () => {
      const headers = { accept: 'text/html' }
      return svc.call('GET', '/checkout/vera/tip', { cookie: browser.cookie, headers })
    }
    return {
      begin: {
        'paying a tip': async () => {
          browser.cookie = await signIn()
          const started = begun(await call(svc, 'POST', '/api/casset/vera/tip', browser, { amount: 300 })())
          await call(svc, 'POST', '/api/checkout/kept-card', browser, { paymentIntentId: started.paymentIntentId })()
          await confirm(svc, browser, started, goodCard)
          await call(svc, 'POST', '/api/checkout/verify', browser, { paymentIntentId: started.paymentIntentId })()
          await settled(svc)
        },
      },
      end: {
        'its button': () => call(svc, 'DELETE', '/api/checkout/kept-card', browser)(),
        'signing out': () => call(svc, 'POST', '/api/auth/logout', browser, {})(),
        'every other device': async () => {
          elsewhere.cookie = await signIn()
          await call(svc, 'DELETE', '/api/auth/sessions', elsewhere)()
        },
        'the desk': () => call(svc, 'POST', `/api/desk/people/${userId}/sign-out`, owner)(),
        'its two hours': async () => pass(svc, 2 * 3_600_000),
      },
      isOn: async () => (await offered()).text.replaceAll('&quot;', '"').includes('"kept":{"methodId"'),
    }
  },
  async 'a support'({ svc, owner }) {
    const artist = cast(svc.ctx, 'suki')
    await addReadyTrack(svc.ctx, artist.cassetId, 'Suki')
    const levelId = await offerLevel(svc, artist)
    const who = cast(svc.ctx, 'sam', { published: false })
    let paid = { orderId: '', paymentIntentId: '' }
    const end = () => call(svc, 'DELETE', `/api/supports/${supportRow(svc, who).id}`, who)()
    const press = async () => {
      const { pathname } = new URL(supportUrl(svc.ctx, supportRow(svc, who)))
      const body = new URLSearchParams()
      await svc.fetch(pathname, { method: 'POST', body, redirect: 'manual', headers: { origin: svc.url } })
    }
    return {
      begin: {
        'paying a month': async () => {
          // One that was ended runs on: its money goes back, so that another one can begin.
          const rows = svc.ctx.db.select().from(supports).all()
          if (rows.some(({ userId, state }) => userId === who.userId && state !== 'ENDED')) {
            await refunds(svc, owner, () => paid)['the owner of the site']()
            await settled(svc)
          }
          paid = await startSupporting(svc, who, { levelId }, goodCard, 'suki')
        },
      },
      end: { 'a program': end, 'its page': press },
      isOn: async () => {
        const { state, leftAt } = supportRow(svc, who)
        return state === 'ACTIVE' && leftAt === null
      },
    }
  },
}
