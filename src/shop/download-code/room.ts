import type { Room } from '../../room.ts'
import { codeSums } from './code-sums.ts'
import { codePersonal } from './personal.ts'

export const downloadCodeRoom: Room = {
  personal: codePersonal,
  sums: [codeSums],
}
