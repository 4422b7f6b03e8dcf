import type { Room } from '../../room.ts'
import { disputeNotification } from './dispute-notification.ts'

export const orderDisputeRoom = { notices: [disputeNotification] } satisfies Room
