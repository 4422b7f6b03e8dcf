import { Type as t } from '@sinclair/typebox'

/** The job that takes a card away at the processor once the visit of its payer has ended. */
export const endKeptCardKind = {
  kind: 'end-kept-card',
  payload: t.Object({ paymentIntentId: t.String(), mode: t.String() }),
} as const
