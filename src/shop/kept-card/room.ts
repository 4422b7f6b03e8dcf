import type { Room } from '../../room.ts'
import { endKeptCardJob } from './end-kept-card.ts'
import { keptCardPersonal } from './personal.ts'

export const keptCardRoom: Room = {
  jobs: [endKeptCardJob],
  personal: keptCardPersonal,
}
