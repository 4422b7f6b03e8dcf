import type { Room } from '../../room.ts'
import { wishPersonal } from './personal.ts'
import { priceFellJob } from './price-fell.ts'
import { priceFellNotification } from './price-fell-notification.ts'

export const wishRoom: Room = {
  jobs: [priceFellJob],
  notices: [priceFellNotification],
  personal: wishPersonal,
}
