import { type Static, Type as t } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { and, eq } from 'drizzle-orm'
import type Stripe from 'stripe'
import { campaignMoves } from '../../../db/schema/drop/drop.ts'
import type { Ctx } from '../../context.ts'
import { Digits, Id } from '../../order/order-metadata.ts'
import { campaignById } from '../campaign.ts'
import { contributionsTo } from './contributions.ts'
import { isShared, type Winner, winnersOf } from './pool.ts'
import { countPassed } from './unclaimed-kind.ts'

/** When a drop was moved, and by whom (null: by itself). */
type Moved = { at: number; userId: string | null }

export type Outcome = {
  campaignId: string
  endsAt: number
  moves: Record<'OPEN' | 'CLOSED' | 'PAYING', Moved>
  winners: Omit<Winner, 'campaignId'>[]
  payments: { orderId: string; coversMinor: number }[]
  /** How often a place passed on: the outcome with the most passes is the newest. */
  passed: number
}

const By = t.String({ pattern: '^[0-9]{1,15} ([0-9a-f-]{36}|-)$' })

const Told = t.Object({
  campaignId: Id,
  endsAt: Digits,
  opened: By,
  closed: By,
  paying: By,
  passed: t.Optional(Digits),
})

// A value of the processor's metadata holds 500 characters.
const paymentsOfValue = 8

/** The most payments into a drop: one transfer can describe them all, in its 50 values. */
export const mostPayments = 100

/**
 * Returns the metadata of a transfer of a payment into a drop: how the drop ended, once it has
 * winners. It rebuilds the drop where a restored copy of the database has lost that
 * (rule: rebuilt-drops).
 */
export function outcomeMetadata(ctx: Ctx, campaignId: string): Record<string, string> {
  const { state, endsAt } = campaignById(ctx, campaignId)
  if (!isShared(state)) return { campaignId }
  const told: Static<typeof Told> = {
    campaignId,
    endsAt: `${endsAt}`,
    opened: moveTo(ctx, campaignId, 'OPEN'),
    closed: moveTo(ctx, campaignId, 'CLOSED'),
    paying: moveTo(ctx, campaignId, 'PAYING'),
    passed: `${countPassed(ctx, campaignId)}`,
  }
  const winners = winnersOf(ctx, campaignId).map(({ place, artistId, submissionId, basisPoints, score }) => [
    `winner${place}`,
    [artistId, submissionId, basisPoints, score].join(' '),
  ])
  const paid = contributionsTo(ctx, campaignId).filter(({ returningAt }) => returningAt === null)
  const payments = Array.from({ length: Math.ceil(paid.length / paymentsOfValue) }, (_, index) => [
    `payments${index + 1}`,
    paid
      .slice(index * paymentsOfValue, (index + 1) * paymentsOfValue)
      .map(({ orderId, coversMinor }) => `${orderId} ${coversMinor}`)
      .join(','),
  ])
  return { ...told, ...Object.fromEntries([...winners, ...payments]) }
}

function moveTo({ db }: Ctx, campaignId: string, state: keyof Outcome['moves']): string {
  const isIt = and(eq(campaignMoves.campaignId, campaignId), eq(campaignMoves.toState, state))
  const move = db.select().from(campaignMoves).where(isIt).get()
  return `${move?.movedAt ?? 0} ${move?.userId ?? '-'}`
}

function moved(text: string): Moved {
  const [at, userId] = text.split(' ')
  return { at: Number(at), userId: userId === '-' ? null : (userId ?? null) }
}

const winner = /^([0-9a-f-]{36}) ([0-9a-f-]{36}) ([1-9][0-9]{0,4}) ([0-9]{1,9})$/
const payment = /^([0-9a-f-]{36}) (-?[0-9]{1,15})$/

/** Returns the values of numbered keys: `winner1`, `winner2` and so on. */
function counted(metadata: Stripe.Metadata, name: string): string[] {
  const values: string[] = []
  for (let text = metadata[`${name}1`]; text !== undefined; text = metadata[`${name}${values.length + 1}`]) {
    values.push(text)
  }
  return values
}

/** Returns how a drop ended, by a transfer's metadata; undefined if it is incomplete. */
export function outcomeIn({ metadata }: Pick<Stripe.Transfer, 'metadata'>): Outcome | undefined {
  if (!Value.Check(Told, metadata)) return undefined
  const [winners, payments] = [
    counted(metadata, 'winner'),
    counted(metadata, 'payments').flatMap((text) => text.split(',')),
  ]
  const outcome: Outcome = {
    campaignId: metadata.campaignId,
    endsAt: Number(metadata.endsAt),
    passed: Number(metadata.passed ?? 0),
    moves: { OPEN: moved(metadata.opened), CLOSED: moved(metadata.closed), PAYING: moved(metadata.paying) },
    winners: winners.flatMap((text, index) => {
      const [, artistId, submissionId, basisPoints, score] = winner.exec(text) ?? []
      if (artistId === undefined || submissionId === undefined) return []
      return [{ place: index + 1, artistId, submissionId, basisPoints: Number(basisPoints), score: Number(score) }]
    }),
    payments: payments.flatMap((text) => {
      const [, orderId, coversMinor] = payment.exec(text) ?? []
      return orderId === undefined ? [] : [{ orderId, coversMinor: Number(coversMinor) }]
    }),
  }
  const isWhole = outcome.winners.length === winners.length && outcome.payments.length === payments.length
  return isWhole && winners.length > 0 && payments.length > 0 ? outcome : undefined
}
