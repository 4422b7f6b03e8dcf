import type { Room } from '../../room.ts'
import { taxPersonal } from './personal.ts'

export const taxRoom: Room = {
  personal: taxPersonal,
}
