import type { Room } from '../../room.ts'
import { invitationPersonal } from './personal.ts'

export const invitationRoom: Room = {
  personal: invitationPersonal,
}
