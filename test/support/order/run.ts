import Stripe from 'stripe'
import { ApiError } from '../../../src/test-processor/request/api-error.ts'
import type { Person } from '../world.ts'
import type { Deck } from './deck.ts'
import type { Seller } from './market.ts'
import type { RunGoods } from './run-goods.ts'

/** A payment that somebody began. */
export type Begun = {
  readonly id: string
  readonly orderId: string
  readonly buyer: Person
  readonly seller: Seller
  readonly goods: RunGoods
  /** The secret of a guest's link. */
  readonly secret: string | undefined
}

/** One run: what was begun, what was paid, and what nobody waited for yet. */
export type Run = {
  readonly deck: Deck
  readonly begun: Begun[]
  readonly paid: Begun[]
  /**
   * How many refunds the artist wanted of a payment, however often they asked for each, and whether
   * any was said to be made.
   */
  readonly refundsWanted: Map<string, { wanted: number; isTold: boolean }>
  readonly underWay: Promise<unknown>[]
  /**
   * The dispute of each line of the balance that was taken or returned for an answer: the line
   * names none.
   */
  readonly feesOf: Map<string, string>
  /** The people who deleted their account. */
  readonly left: Set<string>
  /**
   * How often the processor billed accounts of artists, and an older copy of the database was
   * restored.
   */
  bills: number
  restores: number
  /** The orders that were given back, that were downloaded, and that were given back after it. */
  readonly withdrawals: { given: Set<string>; downloaded: Set<string>; tooLate: string[] }
  /** The orders whose money was pressed for, and how often hours moved and tapes were opened. */
  readonly preorders: { returned: Set<string>; moved: number; opened: number }
}

export const startRun = (deck: Deck): Run => ({
  deck,
  begun: [],
  paid: [],
  refundsWanted: new Map(),
  underWay: [],
  feesOf: new Map(),
  left: new Set(),
  bills: 0,
  restores: 0,
  withdrawals: { given: new Set(), downloaded: new Set(), tooLate: [] },
  preorders: { returned: new Set(), moved: 0, opened: 0 },
})

/** Returns one of these by a number that may be larger. */
export const pick = <T>(list: readonly T[], nth: number): T | undefined => list[nth % Math.max(1, list.length)]

/** Asks the program. Throws for a fault of ours; what it refuses is an answer like others. */
export async function ask(
  { deck }: Run,
  method: string,
  path: string,
  { cookie }: Pick<Person, 'cookie'>,
  body?: unknown,
) {
  const answer = await deck.call(method, path, { cookie, ...(body === undefined ? {} : { body }) })
  const { status, text, json } = answer
  const isFault = status >= 500 && status !== 503
  if (isFault) throw new Error(`${method} ${path} was answered ${status}: ${text}`)
  return { status, json, text }
}

/** Returns a text of an answer; undefined when it has none of that name. */
export function textIn(json: unknown, name: string): string | undefined {
  const value: unknown = Reflect.get(Object(json), name)
  return typeof value === 'string' ? value : undefined
}

/**
 * Lets pass what the processor refuses and what a killed program does not answer; a fault of ours
 * must show.
 */
export function letPass(error: unknown): void {
  const isRefused = error instanceof Stripe.errors.StripeError || error instanceof ApiError
  const isCut = error instanceof TypeError || (error instanceof Error && 'code' in error)
  if (!isRefused && !isCut) throw error
}

export const dayMs = 86_400_000

/**
 * Lets everything arrive and everything be worked on that is due, as far as nobody does anything
 * more.
 */
export async function arrive({ deck, ...run }: Run, rounds = 3): Promise<void> {
  const { processor, relay } = deck
  relay.travel = 'arrive'
  processor.outages.length = 0
  await relay.release([0])
  for (let round = 0; round < rounds; round += 1) {
    await answered(deck)
    await processor.test.settled()
    await deck.idle()
  }
  // A request that the program gave up waiting for takes effect all the same: days later, with its
  // key forgotten, once more.
  if (processor.unanswered > 0) await arrive({ deck, ...run }, rounds)
}

/** Resolves once the processor has answered every request, those included whose sender gave up. */
export async function answered({ processor }: Deck): Promise<void> {
  while (processor.unanswered > 0) await Bun.sleep(1)
}

/** Lets everything end that was begun, arrive and be worked on. */
export async function calm(run: Run, rounds?: number): Promise<void> {
  await Promise.all(run.underWay)
  await arrive(run, rounds)
}

// Of those that are tried again after a while; the proof expects that none is left.
/** The kinds of jobs that have to have come to an end in the end, for a query. */
export const workKinds = `('process-event', 'refund-duplicate', 'refund-undelivered', 'refund-preorder', 'refund-rest', 'refund-withdrawal')`
const workLeft = `SELECT 1 FROM jobs WHERE kind IN ${workKinds}`
const mostDays = 8
const mostWaits = 1_000

/**
 * Lets days pass until everything has arrived and been worked on; after four also the processor's
 * latest retry. The further tries of the program have their time: more days, or a minute where its
 * clock is not ours to move.
 */
export async function quiet(run: Run, days = 4): Promise<void> {
  const { deck } = run
  await calm(run)
  const isLeft = () => deck.ctx.db.$client.query(workLeft).get() !== null
  for (let day = 0; day < days || (deck.movesClock && day < mostDays && isLeft()); day += 1) {
    deck.tick(dayMs)
    await calm(run, 2)
  }
  for (let waited = 0; !deck.movesClock && isLeft() && waited < mostWaits; waited += 1) await Bun.sleep(60)
  await calm(run, 1)
}
