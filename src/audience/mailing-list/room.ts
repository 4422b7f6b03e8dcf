import type { Room } from '../../room.ts'
import { mailingListPersonal } from './personal.ts'

export const mailingListRoom: Room = {
  personal: mailingListPersonal,
}
