import type { Room } from '../room.ts'
import { cassetFiles } from './casset-files.ts'
import { listedSums } from './listed-sums.ts'
import { cassetPersonal } from './personal.ts'

export const cassetRoom: Room = {
  personal: cassetPersonal,
  sums: [listedSums],
  files: [cassetFiles],
}
