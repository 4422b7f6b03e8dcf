import { retrieveCharge } from '../charge/charge.ts'
import { type AccountContext, newId, nowSec } from '../context.ts'
import { emit } from '../event/event.ts'

export function createFraudWarning(ctx: AccountContext, chargeId: string): void {
  const charge = retrieveCharge(ctx, chargeId)
  const warning = ctx.store.early_fraud_warning.put({
    id: newId(ctx, 'issfr'),
    object: 'radar.early_fraud_warning',
    actionable: !charge.refunded,
    charge: charge.id,
    created: nowSec(ctx),
    fraud_type: 'made_with_stolen_card',
    livemode: false,
    ...(typeof charge.payment_intent === 'string' ? { payment_intent: charge.payment_intent } : {}),
  })
  emit(ctx, 'radar.early_fraud_warning.created', warning)
}
