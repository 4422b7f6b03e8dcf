import { verifyLedger } from '../../../src/books/ledger/verify-ledger.ts'
import { issueLink } from '../../../src/order/guest-link.ts'
import { keptSums } from '../../../src/rooms.ts'
import { until } from '../casset/upload.ts'
import { ask } from '../order/run.ts'
import type { RunGoods, Wish } from '../order/run-goods.ts'
import type { ReceivedMail } from '../platform/smtp.ts'
import { readEmail, startSmtp } from '../platform/smtp.ts'
import type { Answer, TestServer } from '../server.ts'
import type { Person } from '../world.ts'
import { cast } from '../world.ts'
import { begun, confirm, goodCard, openShop, type Started, settled } from './checkout.ts'
import { claimBy, secretOf } from './guest.ts'
import { type Asking, linkOf } from './holder.ts'

const nobody = { cookie: '' }

/** Asks to give nova's casset to kim. */
export const askGift = (svc: TestServer, payer: Pick<Person, 'cookie'> | null, body: object = {}): Promise<Answer> =>
  svc.call('POST', '/api/checkout/gift', {
    cookie: payer?.cookie,
    body: { slug: 'nova', email: 'kim@example.org', ...body },
  })

/** A gift that was paid with a card, to the end of all webhooks; a guest's with its secret. */
export async function give(
  svc: TestServer,
  payer: Pick<Person, 'cookie'> | null,
  body: object = {},
): Promise<Started & { secret: string }> {
  const answer = await askGift(svc, payer, body)
  const started = begun(answer)
  await confirm(svc, payer ?? nobody, started, goodCard)
  await settled(svc)
  return { ...started, secret: payer ? '' : secretOf(answer) }
}

/** Takes a gift with the secret of its link. */
export const takeGift = claimBy

/** Takes a gift without an account. */
export const takeWithout = (svc: TestServer, body: object, headers = {}, cookie?: string): Promise<Answer> =>
  svc.call('POST', '/api/gifts/take', { body, headers, cookie })

/** The secret of the link that a payer passes on: of their newest gift, or of one of a guest. */
export async function giftLink(
  svc: TestServer,
  payer: Pick<Person, 'cookie'> | null,
  orderId?: string,
): Promise<string> {
  const gifts = payer ? await givenBy(svc, payer) : []
  const gift = gifts.find((each) => orderId === undefined || each.orderId === orderId)
  return gift ? (String(gift.url).split('/gift/')[1] ?? '') : issueLink(svc.ctx, orderId ?? '', 'gift')
}

export const changeGift = (svc: TestServer, orderId: string, who: Asking, body: object) =>
  svc.call('PATCH', `/api/gifts/${orderId}`, { cookie: who.cookie, body: { ...body, ...linkOf(who) } })

export const sendAgain = (svc: TestServer, orderId: string, who: Asking) =>
  svc.call('POST', `/api/gifts/${orderId}/send`, { cookie: who.cookie, body: linkOf(who) })

export async function givenBy(svc: TestServer, { cookie }: Pick<Person, 'cookie'>): Promise<Record<string, unknown>[]> {
  const { json } = await svc.call('GET', '/api/gifts', { cookie })
  return Object(json).gifts
}

/** The link in the email of a gift, and its text. */
export function giftIn(mail: ReceivedMail | undefined): { to: string; text: string; secret: string } {
  const text = mail ? readEmail(mail).text : ''
  return { to: mail?.to.join() ?? '', text, secret: /\/gift\/([\w-]{43})\n/.exec(text)?.[1] ?? '' }
}

/** A shop that sends mail, with a second listener who gets gifts. */
export async function openGiving(env: Record<string, string> = {}) {
  const smtp = await startSmtp()
  const shop = await openShop({ env: { ...smtp.env, ...env }, limiter: { take: () => 0 } })
  const { svc } = shop
  const kim = cast(svc.ctx, 'kim', { published: false })
  /** The emails with gifts, once there are so many. */
  const emails = async (count: number) => {
    await svc.ctx.jobs.idle()
    const ofGifts = () => smtp.received.map(giftIn).filter(({ secret }) => secret !== '')
    await until(
      () => ofGifts().length,
      (length) => length >= count,
    )
    return ofGifts()
  }
  const close = async () => {
    await svc[Symbol.asyncDispose]()
    await smtp[Symbol.asyncDispose]()
  }
  return { ...shop, smtp, kim, emails, [Symbol.asyncDispose]: close }
}

const inRun = ({ seller, paid }: Wish) => ({
  slug: seller.person.handle,
  email: 'friend@gifts.example',
  ...paid,
})

const taken: Pick<RunGoods, 'take' | 'givenIn'> = {
  givenIn: 'gifts',
  take: (run, { orderId }, taker) =>
    ask(run, 'POST', '/api/claim', taker, { secret: issueLink(run.deck.ctx, orderId, 'gift') }),
}

/** Gifts in runs of money: one that an account gives, and one that a guest gives. */
export const goodsOfRuns: readonly RunGoods[] = [
  { name: 'gift', weight: 3, ...taken, ask: (wish) => ['/api/checkout/gift', inRun(wish)] },
  {
    name: 'given',
    weight: 2,
    ...taken,
    isAsStranger: true,
    ask: (wish) => ['/api/checkout/gift', { ...inRun(wish), payerEmail: `${wish.buyer.handle}@guests.example` }],
  },
]

/** The disagreements in the books. */
export const faultsOf = ({ ctx }: TestServer) => [
  ...verifyLedger(ctx).problems,
  ...keptSums.flatMap(({ differing }) => ctx.db.$client.query(differing).all()),
]
