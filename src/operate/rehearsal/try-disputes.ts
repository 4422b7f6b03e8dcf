import { eq } from 'drizzle-orm'
import { disputes } from '../../../db/schema/money/order.ts'
import { sendEvidence } from '../../money/dispute/send-evidence.ts'
import { outcomeOf, read, type Stage, sell, waitFor } from './stage.ts'

// A charge with it is disputed as soon as it succeeded: docs.stripe.com/testing#disputes
const disputedCard = 'pm_card_createDispute'

// The bank decides as the text says: docs.stripe.com/testing#evidence
const outcomes = [
  { name: 'won', statement: 'winning_evidence', state: 'KEPT' },
  { name: 'lost', statement: 'losing_evidence', state: 'LOST' },
] as const

/** Two disputes that the product hears of and answers; the bank decides one for and one against. */
export async function tryDisputes(stage: Stage): Promise<void> {
  const { ctx, cast, report } = stage
  for (const { name, statement, state } of outcomes) {
    const seen = await outcomeOf(async () => {
      const { order } = await sell(stage, 'label', disputedCard)
      const sale = { orderId: order.id, paymentIntentId: order.paymentIntentId ?? '' }
      const find = async () => {
        await read(stage, sale)
        return ctx.db.select().from(disputes).where(eq(disputes.orderId, order.id)).get()
      }
      const open = await waitFor(stage, find)
      if (!open) return 'no dispute came'
      const opened = open.needsAnswer ? 'opened' : `opened as ${open.state}`
      await sendEvidence(ctx, cast.label, open.id, { statement })
      const ended = await waitFor(stage, async () => {
        const now = await find()
        return now?.state === 'KEPT' || now?.state === 'LOST' ? now : undefined
      })
      return `${opened}, answered, ${ended?.state ?? 'not decided in time'}`
    })
    report.compare(`a dispute, ${name}`, `opened, answered, ${state}`, seen)
  }
}
