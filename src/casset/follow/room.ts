import type { Room } from '../../room.ts'
import { followNotification } from './follow-notification.ts'
import { followPersonal } from './personal.ts'

export const followRoom: Room = {
  notices: [followNotification],
  personal: followPersonal,
}
