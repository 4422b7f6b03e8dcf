import { told } from '../told.ts'
import type { Person } from '../world.ts'
import { type Seller, theirCode } from './market.ts'
import { ask, type Begun, type Run, textIn } from './run.ts'

/** A purchase of somebody from somebody; `more` is paid above the price. */
export type Wish = {
  run: Run
  buyer: Person
  seller: Seller
  more: number
  /** The amount for a casset; absent where it is the price. */
  paid: { amount?: number }
  hasCode: boolean
  isReferred: boolean
}

/** Something that people buy in runs of money. */
export type RunGoods = {
  readonly name: string
  /** How often, beside the others. */
  readonly weight: number
  /** Returns the route that begins to pay it, and its body. */
  ask(wish: Wish): readonly [path: string, body: object] | Promise<readonly [path: string, body: object]>
  /** Whether an email address has it instead of the buyer's account. */
  readonly isGuest?: true
  /** Whether it is asked for without a session. */
  readonly isAsStranger?: true
  /** Where it is for somebody else: gives it to them. */
  take?(run: Run, begun: Begun, taker: Person): Promise<unknown>
  /** The table that has who took it. */
  readonly givenIn?: string
}

export const singleOfGuest = 'single of a guest'

const guestOf = ({ handle }: Person) => `${handle}@guests.example`

function termsOf({ seller, paid, hasCode, isReferred }: Wish) {
  const slug = seller.person.handle
  return {
    slug,
    ...paid,
    ...(isReferred ? { referralCode: seller.referralCode } : {}),
    ...codeOf({ hasCode, slug }),
  }
}

const codeOf = ({ hasCode, slug }: { hasCode: boolean; slug: string }) =>
  hasCode ? { code: slug === 'together-three' ? `${theirCode}S` : theirCode } : {}

function tracksOf({ seller, more, paid }: Wish) {
  const [first = '', second = ''] = seller.trackIds
  const trackIds = more === 0 ? [first] : more < 100 ? [second] : [first, second]
  // Above the price of the tracks: the rest costs little then, or nothing.
  return { slug: seller.person.handle, trackIds, ...(more > 0 && more < 100 ? { amount: 650 } : paid) }
}

/**
 * Returns the last link of guests to tracks of a seller, or the last two: who pays the rest need
 * not be who paid the tracks.
 */
function linksTo({ run: { begun }, seller, more }: Wish): { rest?: string[] } {
  const links = begun.flatMap(({ secret, goods, seller: { person } }) =>
    secret !== undefined && goods.name === singleOfGuest && person.cassetId === seller.person.cassetId ? [secret] : [],
  )
  const chosen = more === 0 ? links.slice(-1) : links.slice(-2)
  return chosen.length === 0 ? {} : { rest: chosen }
}

/**
 * Asks what a license of somebody's release costs. An agent needs no session, and sends one here
 * like everybody.
 */
async function quoted({ run, seller: { releaseId }, buyer }: Wish): Promise<{ quoteId: string }> {
  const path = `/api/agents/releases/${releaseId}/license-quote`
  const { json } = await ask(run, 'POST', path, buyer, { scopes: ['download'], agentKey: buyer.handle })
  return { quoteId: textIn(json, 'quoteId') ?? '' }
}

const pathOf = ({ seller }: Wish, what: string) => `/api/casset/${seller.person.handle}/${what}`

const own: readonly RunGoods[] = [
  { name: 'casset', weight: 6, ask: (wish) => ['/api/checkout/payment-intent', termsOf(wish)] },
  // One track or several.
  { name: 'single', weight: 5, ask: (wish) => ['/api/checkout/payment-intent', tracksOf(wish)] },
  {
    name: 'everything',
    weight: 3,
    ask: ({ seller }) => ['/api/checkout/payment-intent', { slug: seller.person.handle, everything: true }],
  },
  {
    name: singleOfGuest,
    weight: 3,
    isGuest: true,
    ask: (wish) => ['/api/checkout/guest', { ...tracksOf(wish), email: guestOf(wish.buyer) }],
  },
  // The rest of a casset of which somebody has tracks by links.
  {
    name: 'rest of a guest',
    weight: 5,
    isGuest: true,
    ask(wish) {
      const slug = wish.seller.person.handle
      const email = guestOf(wish.buyer)
      return ['/api/checkout/guest', { slug, email, ...codeOf({ ...wish, slug }), ...linksTo(wish) }]
    },
  },
  { name: 'tip', weight: 2, ask: (wish) => [pathOf(wish, 'tip'), { amount: 200 + wish.more, message: 'Thank you' }] },
  {
    name: 'emoji',
    weight: 2,
    ask: (wish) => [pathOf(wish, 'emoji/purchase'), { emojiId: wish.seller.emojiId }],
  },
  { name: 'license', weight: 2, ask: async (wish) => ['/api/checkout/license', await quoted(wish)] },
  // A casset that is collected with an email address.
  {
    name: 'guest',
    weight: 3,
    isGuest: true,
    ask: (wish) => ['/api/checkout/guest', { ...termsOf(wish), email: guestOf(wish.buyer) }],
  },
]

export const allGoods: readonly RunGoods[] = [...own, ...(await told('goodsOfRuns')).flat()]

/** Throws for goods that nobody sells. */
export function goodsNamed(name: string): RunGoods {
  const found = allGoods.find((each) => each.name === name)
  if (!found) throw new Error(`Nobody sells ${name}.`)
  return found
}
