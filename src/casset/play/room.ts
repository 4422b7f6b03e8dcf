import type { Room } from '../../room.ts'
import { playPersonal } from './personal.ts'
import { playClaim } from './play-claim.ts'

export const playRoom: Room = {
  personal: playPersonal,
  claims: [playClaim],
}
