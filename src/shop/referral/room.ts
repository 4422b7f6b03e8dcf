import type { Room } from '../../room.ts'
import { creditNotification } from './credit-notification.ts'
import { referralPersonal } from './personal.ts'
import { shareNotification } from './share-notification.ts'

export const referralRoom: Room = {
  notices: [creditNotification, shareNotification],
  personal: referralPersonal,
}
