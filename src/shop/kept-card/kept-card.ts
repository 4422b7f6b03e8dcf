import { and, desc, eq, gt, isNotNull, isNull, sql } from 'drizzle-orm'
import { prepared } from '../../../db/prepared.ts'
import { keptCards } from '../../../db/schema/shop/kept-card.ts'
import { cardName } from '../../books/receipt/card-name.ts'
import type { Ctx } from '../../context.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import { endKeptCardKind } from '../../platform/payment/end-kept-card.ts'
import type { Payment } from '../../platform/payment/payment.ts'

/** A card that a visitor can pay with again: its name at the processor, and for people. */
export type KeptCard = { methodId: string; name: string }

const { placeholder } = sql

const ofSession = prepared((db) =>
  db
    .select()
    .from(keptCards)
    .where(
      and(
        eq(keptCards.sessionId, placeholder('sessionId')),
        gt(keptCards.endsAt, placeholder('now')),
        eq(keptCards.mode, placeholder('mode')),
        isNotNull(keptCards.methodId),
      ),
    )
    .orderBy(desc(keptCards.endsAt))
    .limit(1),
)

/** Returns the card that a session may use again; null for none. */
export function keptCardOf(ctx: Ctx, { sessionId }: Viewer): KeptCard | null {
  const { paymentMode: mode } = ctx.config
  const kept = ofSession(ctx.db).get({ sessionId, now: ctx.now(), mode })
  const name = kept && cardName({ cardBrand: kept.brand, cardLast4: kept.last4 })
  return kept?.methodId && name ? { methodId: kept.methodId, name } : null
}

/**
 * Stores which card paid, where its payer wants to use it again: from now on they can. Anything
 * else than a card is not kept.
 */
export function noteCard(ctx: Ctx, { intent, charge }: Payment): void {
  const whereOpen = and(eq(keptCards.paymentIntentId, intent.id), isNull(keptCards.methodId))
  const card = charge?.payment_method_details?.card
  if (charge && !card) ctx.db.delete(keptCards).where(whereOpen).run()
  if (!charge?.payment_method || !card) return
  const known = { methodId: charge.payment_method, brand: card.brand, last4: card.last4 }
  ctx.db.update(keptCards).set(known).where(whereOpen).run()
}

/** Ends all that a session may use again, here at once and at the processor by a job. */
export function forgetCards(ctx: Ctx, { sessionId }: Viewer): void {
  const ended = ctx.db.delete(keptCards).where(eq(keptCards.sessionId, sessionId)).returning().all()
  for (const { paymentIntentId, mode } of ended) ctx.jobs.add(endKeptCardKind, { paymentIntentId, mode })
}
