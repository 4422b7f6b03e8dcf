import type { Room } from '../../room.ts'
import { singlesPersonal } from './personal.ts'

export const accessRoom: Room = {
  personal: singlesPersonal,
}
