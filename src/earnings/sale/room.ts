import type { Room } from '../../room.ts'
import { refundAskedNotification } from './refund-asked-notification.ts'

export const saleRoom: Room = {
  notices: [refundAskedNotification],
}
