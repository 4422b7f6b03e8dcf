import type { Room } from '../../room.ts'
import { askOptInsJob } from './ask-opt-ins.ts'
import { optInPersonal } from './personal.ts'

export const optInRoom: Room = {
  jobs: [askOptInsJob],
  personal: optInPersonal,
}
