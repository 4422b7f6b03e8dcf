import fc from 'fast-check'
import type { Outage } from './bank.ts'
import type { Setting } from './market.ts'
import type { Travel } from './relay.ts'
import { allGoods } from './run-goods.ts'

const { constant, constantFrom, nat, record, boolean } = fc

/** Puts each of these as often into a choice as its number says. */
const weighted = <const T>(...weights: readonly (readonly [number, T])[]) =>
  fc.oneof(...weights.map(([weight, value]) => ({ weight, arbitrary: constant(value) })))

const cards = weighted(
  [8, 'visa'],
  [4, 'bypassPending'],
  [1, 'chargeDeclined'],
  [1, 'threeDSecure2Required'],
  [2, 'createDispute'],
  [2, 'createDisputeInquiry'],
  [2, 'pendingRefund'],
  [2, 'refundFail'],
  [1, 'debit'],
  [1, 'voucher'],
)
const travels: readonly Travel[] = ['arrive', 'refused', 'answer lost', 'held up', 'lost']
const outages: readonly Outage[] = ['slow', 'down', 'busy', 'lost', 'HTML', 'failing']
/** The faults of its own refund that the program is refused by or does not hear of. */
const ofRefund = weighted<Outage | undefined>([4, undefined], [2, 'lost'], [1, 'HTML'], [1, 'failing'], [1, 'busy'])

const buyer = nat({ max: 3 })
const seller = nat({ max: 3 })
const nth = nat({ max: 11 })
/** Whether the next step waits for this one. */
const waits = weighted([4, true], [1, false])
const goods = weighted(...allGoods.map(({ weight, name }) => [weight, name] as const))
const part = weighted([3, 'whole'], [2, 'half'], [1, 'cent'])
/**
 * When a begun payment is made: at once, by a `pay` later, by a tab of its own while another one is
 * begun, or after the buyer has got the thing for a code.
 */
const pays = weighted([10, 'at once'], [2, 'later'], [1, 'in two tabs'], [2, 'after a code'])

/** Somebody begins to pay for something of somebody, and mostly pays at once. */
export const anyPurchase = record({
  do: constant('buy'),
  buyer,
  seller,
  goods,
  more: weighted([2, 0], [1, 37], [1, 4_301]),
  /** Whether they have the seller's code, which three people can use. */
  hasCode: weighted([3, false], [1, true]),
  card: cards,
  pays,
  isReferred: boolean(),
  waits,
})

/**
 * The steps that payments go through, at the processor and in the program. A step that cannot
 * happen just then does nothing.
 */
const ofPayments = [
  { weight: 18, arbitrary: anyPurchase },
  { weight: 2, arbitrary: record({ do: constant('pay'), nth, card: cards, waits }) },
  { weight: 2, arbitrary: record({ do: constant('authenticate'), nth, approves: boolean() }) },
  { weight: 2, arbitrary: record({ do: constant('finish'), nth, succeeds: boolean() }) },
  { weight: 3, arbitrary: record({ do: constant('verify'), nth, waits }) },
  { weight: 5, arbitrary: record({ do: constant('refund'), nth, part, waits }) },
  {
    weight: 5,
    arbitrary: record({
      do: constant('refund by artist'),
      nth,
      part,
      outage: ofRefund,
      // The owner of the instance refunds others' sales, and confirms what that leaves as debt.
      isOwners: weighted([3, false], [1, true]),
      waits,
    }),
  },
  { weight: 2, arbitrary: record({ do: constant('fail refund'), nth }) },
  { weight: 1, arbitrary: record({ do: constant('cancel refund'), nth }) },
  {
    weight: 4,
    arbitrary: record({
      do: constant('dispute'),
      nth,
      kind: weighted([3, 'dispute'], [2, 'inquiry'], [1, 'prevented']),
      part: weighted([3, 'whole'], [1, 'third']),
    }),
  },
  { weight: 5, arbitrary: record({ do: constant('answer'), nth }) },
  { weight: 9, arbitrary: record({ do: constant('move dispute'), nth, to: nat({ max: 5 }) }) },
  { weight: 1, arbitrary: record({ do: constant('code'), buyer, seller }) },
  { weight: 4, arbitrary: record({ do: constant('claim'), nth, buyer, waits }) },
  { weight: 5, arbitrary: record({ do: constant('take'), nth, buyer, waits }) },
  { weight: 7, arbitrary: record({ do: constant('money back'), nth, waits }) },
  { weight: 6, arbitrary: record({ do: constant('give back'), nth, waits }) },
  { weight: 2, arbitrary: record({ do: constant('download'), nth }) },
] as const

/** In how many days a tape opens: some do during a run. */
const days = constantFrom(1, 4, 30, 90)

/** The steps of sellers and of what they sell. */
const ofSellers = [
  {
    weight: 2,
    arbitrary: record({
      do: constant('account'),
      seller,
      to: weighted([3, 'restrict'], [3, 'complete'], [1, 'close'], [1, 'block'], [1, 'unblock']),
    }),
  },
  {
    weight: 5,
    arbitrary: record({
      do: constant('pay out'),
      seller,
      keeps: constantFrom(0, 0, 150),
      // Long enough for the money of cards to be there.
      afterMs: constantFrom(0, 3 * 86_400_000),
    }),
  },
  { weight: 1, arbitrary: record({ do: constant('bill') }) },
  { weight: 2, arbitrary: record({ do: constant('fail payout'), seller, nth }) },
  { weight: 1, arbitrary: record({ do: constant('price'), seller, price: constantFrom(0, 500, 700, 1_299) }) },
  { weight: 1, arbitrary: record({ do: constant('release tape'), seller }) },
  { weight: 1, arbitrary: record({ do: constant('publish'), seller, isPublished: weighted([2, true], [1, false]) }) },
  { weight: 5, arbitrary: record({ do: constant('hour'), seller, days }) },
  { weight: 1, arbitrary: record({ do: constant('open now'), seller }) },
  { weight: 1, arbitrary: record({ do: constant('call off'), seller, waits }) },
  { weight: 1, arbitrary: record({ do: constant('tracks'), seller, are: weighted([1, 'withdrawn'], [2, 'added']) }) },
] as const

/** The steps around it all. */
const ofTheRoad = [
  { weight: 2, arbitrary: record({ do: constant('travel'), how: constantFrom(...travels) }) },
  { weight: 1, arbitrary: record({ do: constant('release'), order: fc.array(nth, { minLength: 1, maxLength: 8 }) }) },
  { weight: 2, arbitrary: record({ do: constant('repeat'), nth: nat({ max: 1_000_000 }) }) },
  {
    weight: 2,
    arbitrary: record({
      do: constant('outage'),
      next: fc.array(constantFrom(...outages), { minLength: 1, maxLength: 4 }),
    }),
  },
  { weight: 4, arbitrary: record({ do: constant('tick'), ms: constantFrom(6_000, 3_600_000, 3 * 86_400_000) }) },
  {
    weight: 1,
    arbitrary: record({
      do: constant('rate'),
      currency: constantFrom('eur', 'gbp'),
      usd: constantFrom(0.6, 1, 1.37, 1.9),
    }),
  },
  { weight: 1, arbitrary: record({ do: constant('crash') }) },
  { weight: 1, arbitrary: record({ do: constant('copy') }) },
  { weight: 1, arbitrary: record({ do: constant('restore'), runsDoctor: boolean() }) },
] as const

/** Everything that may happen, in any order. */
export const anyStep = fc.oneof(...ofPayments, ...ofSellers, ...ofTheRoad)
type Leave = { do: 'leave'; buyer: number }
export type Step = (typeof anyStep extends fc.Arbitrary<infer S> ? S : never) | Leave
export type StepOf<D extends Step['do']> = Extract<Step, { do: D }>

/** The parameters that differ from run to run. */
export const anySetting: fc.Arbitrary<Setting> = record({
  feePercent: weighted([2, '10'], [1, '0'], [1, '12.5'], [1, '33.33']),
  settlesIn: weighted([3, 'each'], [1, 'usd'], [1, 'eur'], [1, 'gbp']),
  fees: weighted([3, 'at once'], [1, 'late']),
  refunds: weighted([2, 'at once'], [1, 'when there is money']),
  vat: weighted([2, undefined], [2, '19'], [1, '25.5'], [1, '0.01'], [1, '50']),
  givesBack: weighted([1, 'on'], [1, 'off']),
  takesBack: weighted([2, 'what is pending'], [1, 'what is available']),
})

/** The first steps of a run: some sellers have a preorder before anybody has bought anything. */
export const anyPreorders = fc.uniqueArray(record({ do: constant('hour'), seller, days: constantFrom(4, 30, 90) }), {
  selector: (step) => step.seller,
  maxLength: 3,
})

/** How a run ends, besides that everything becomes quiet. */
export const anyEnd = record({ switchesMode: weighted([4, false], [1, true]) })

/**
 * A buyer who begins to pay early, mostly for the first time and with faults, and deletes their
 * account then.
 */
export type Leaving = { at: number; buyer: number; faults: Outage[]; waits: boolean }
export const anyLeaving: fc.Arbitrary<Leaving> = record({
  at: nat({ max: 12 }),
  buyer,
  faults: fc.array(constantFrom(...outages, 'lost', 'HTML'), { minLength: 2, maxLength: 6 }),
  waits,
})

const thanks = { goods: 'tip', more: 0, card: 'visa', pays: 'later', isReferred: false, hasCode: false } as const

/** Returns steps with those of somebody who leaves among them. */
export function withLeaving(steps: readonly Step[], { at, buyer, faults, waits }: Leaving): Step[] {
  const begins = { do: 'buy', seller: 0, buyer, waits, ...thanks } as const
  return steps.toSpliced(at, 0, { do: 'outage', next: faults }, begins, { do: 'leave', buyer })
}
