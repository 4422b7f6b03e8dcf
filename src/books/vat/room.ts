import type { Room } from '../../room.ts'
import { vatSums } from './vat-sums.ts'

export const vatRoom: Room = {
  sums: [vatSums],
}
