import type { Room } from '../../room.ts'
import { identityPersonal } from './personal.ts'

export const identityRoom: Room = {
  personal: identityPersonal,
}
