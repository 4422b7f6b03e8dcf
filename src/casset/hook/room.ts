import type { Room } from '../../room.ts'
import { hookPersonal } from './personal.ts'

export const hookRoom: Room = {
  personal: hookPersonal,
}
