import type { Room } from '../../room.ts'
import { passkeyPersonal } from './personal.ts'

export const passkeyRoom: Room = {
  personal: passkeyPersonal,
}
