import type { Room } from '../../room.ts'
import { sandboxPersonal } from './personal.ts'

export const sandboxRoom: Room = {
  personal: sandboxPersonal,
}
