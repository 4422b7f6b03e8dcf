import type { Room } from '../../room.ts'
import { discountSums } from './discount-sums.ts'
import { discountPersonal } from './personal.ts'

export const discountRoom: Room = {
  personal: discountPersonal,
  sums: [discountSums],
}
