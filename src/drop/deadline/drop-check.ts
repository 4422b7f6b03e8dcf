import { and, asc, eq, exists, isNotNull, isNull, lt, ne, notExists, or, sql } from 'drizzle-orm'
import { ledgerAccounts, ledgerBalances, ledgerEntries, ledgerPostings } from '../../../db/schema/books/ledger.ts'
import { campaigns } from '../../../db/schema/drop/drop.ts'
import { campaignContributions } from '../../../db/schema/drop/prize.ts'
import { disputes } from '../../../db/schema/order/dispute.ts'
import { orders } from '../../../db/schema/order/order.ts'
import type { Ctx } from '../../context.ts'
import { say } from '../../lib/language/say.ts'
import { type Sum, sumText } from '../../lib/money/money.ts'
import { listText } from '../../lib/text/join-names.ts'
import { dayMs } from '../../lib/time/calendar.ts'
import type { Check } from '../../platform/check.ts'
import { isUndecided } from '../prize/pay-winners.ts'
import { passStuck, stuckDrops } from '../prize/unclaimed.ts'

type Pool = Sum & { campaignId: string; state: string; isWaiting: boolean }

const { orderId, campaignId, returningAt, returnedAt } = campaignContributions
const { kind, artistId, currency, mode } = ledgerAccounts

/** A payment that has not settled yet is still in the currency it was paid in. */
function poolsOf({ db, config }: Ctx): Pool[] {
  const isUnsettled = or(and(isNotNull(returningAt), isNull(returnedAt)), isNull(orders.settledCurrency))
  const unsettled = db
    .select({ orderId })
    .from(campaignContributions)
    .innerJoin(orders, eq(orders.id, orderId))
    .where(and(eq(campaignId, campaigns.id), isUnsettled))
  const { amountMinor } = ledgerBalances
  return db
    .select({
      campaignId: campaigns.id,
      state: campaigns.state,
      currency,
      amount: amountMinor,
      isWaiting: exists(unsettled).mapWith(Boolean),
    })
    .from(ledgerAccounts)
    .innerJoin(campaigns, eq(campaigns.id, ledgerAccounts.campaignId))
    .innerJoin(ledgerBalances, eq(ledgerBalances.accountId, ledgerAccounts.id))
    .where(and(eq(mode, config.paymentMode), eq(kind, 'PRIZE_POOL'), isNull(artistId), ne(amountMinor, 0)))
    .all()
}

/** Returns contributions whose refund is a day late, unless a bank decides about them. */
function lateReturns({ db, config, now }: Ctx): { orderId: string }[] {
  const ofOrder = and(eq(disputes.orderId, orderId), isUndecided)
  const undecided = db.select({ id: disputes.id }).from(disputes).where(ofOrder)
  const isLate = and(lt(returningAt, now() - dayMs), isNull(returnedAt))
  return (
    db
      .select({ orderId })
      .from(campaignContributions)
      .innerJoin(orders, eq(orders.id, orderId))
      // The plus keeps SQLite from scanning all orders of the mode.
      .where(and(sql`+${orders.mode} = ${config.paymentMode}`, isLate, notExists(undecided)))
      .all()
  )
}

/** Returns prize money that transfers brought to artists who, in a restored copy, have not won. */
const foundPrizes = ({ db, config }: Ctx) =>
  db
    .select({
      campaignId: orders.thingId,
      artistId,
      currency,
      amount: ledgerEntries.amountMinor,
      transferId: sql<string>`replace(${ledgerPostings.uniqueKey}, 'PRIZE_FOUND ', '')`,
    })
    .from(ledgerPostings)
    .innerJoin(orders, eq(orders.id, ledgerPostings.orderId))
    .innerJoin(ledgerEntries, eq(ledgerEntries.postingId, ledgerPostings.id))
    .innerJoin(ledgerAccounts, and(eq(ledgerAccounts.id, ledgerEntries.accountId), eq(kind, 'OWED')))
    .where(and(eq(ledgerPostings.kind, 'PRIZE_FOUND'), eq(orders.mode, config.paymentMode)))
    .orderBy(asc(ledgerPostings.id))
    .all()

type PrizeFindings = ReturnType<typeof foundPrizes>

const hasEnded = new Set(['PAYING', 'PAID', 'CANCELLED'])

/**
 * Checks that the pools of ended drops are empty, and that contributions are refunded when they
 * should be; that no prize waits for a winner who is gone. Queues the passing on of such.
 */
export const dropCheck: Check = {
  name: 'drops',
  place: 110,
  look(ctx) {
    const held = poolsOf(ctx)
    const wrong = held.filter(({ state, isWaiting }) => hasEnded.has(state) && !isWaiting)
    const waiting = lateReturns(ctx)
    const problems = [
      ...wrong.map(({ campaignId, state, ...sum }) =>
        say('the pool of drop {campaignId}, which is {state}, holds {sum}', {
          campaignId,
          state,
          sum: sumText(sum),
        }),
      ),
      ...waiting.map(({ orderId }) => say('what order {orderId} paid into a drop has not gone back yet', { orderId })),
    ]
    problems.push(
      ...stuckDrops(ctx).map(({ id }) =>
        say('a prize of drop {campaignId} has no winner any more and was not passed on', { campaignId: id }),
      ),
    )
    if (problems.length === 0) return noteOf(held, foundPrizes(ctx))
    return {
      problem: problems.slice(0, 20).join('; '),
      fix: say('look for the payment of the order at the processor; tapedeck doctor --fix settles what it knows'),
    }
  },
  fix: passStuck,
}

function noteOf(held: readonly Pool[], found: PrizeFindings) {
  const notes = [
    ...(held.length === 0 ? [] : [noteOfHeld(held)]),
    ...found.map(({ campaignId, artistId, transferId, ...sum }) =>
      say(
        '{transferId} brought {sum} of drop {campaignId} to artist {artistId}, and the database does not know that they won: it is left to them',
        { transferId, sum: sumText(sum), campaignId: campaignId ?? '', artistId: artistId ?? '' },
      ),
    ),
  ]
  return notes.length === 0 ? {} : { note: notes.join('; ') }
}

function noteOfHeld(held: readonly Pool[]): string {
  const byCurrency = Map.groupBy(held, ({ currency }) => currency)
  const sums = [...byCurrency].map(([currency, each]) =>
    sumText({ currency, amount: each.reduce((sum, { amount }) => sum + amount, 0) }),
  )
  const drops = new Set(held.map(({ campaignId }) => campaignId)).size
  return say('{sums} held for {drops, plural, one {# drop} other {# drops}}', { sums: listText(sums), drops })
}
