import type { Room } from '../../room.ts'
import { modeCheck } from './mode-check.ts'
import { paymentCheck } from './payment-check.ts'
import { webhookCheck } from './webhook-check.ts'

export const orderCheckRoom = { checks: [paymentCheck, modeCheck, webhookCheck] } satisfies Room
