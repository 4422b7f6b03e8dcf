import type { Room } from '../../room.ts'
import { codeSums } from './code-sums.ts'
import { codePersonal } from './personal.ts'

export const downloadCodeRoom = {
  routes: async () => ({ called: [(await import('./routes.ts')).code] }),
  personal: codePersonal,
  sums: [codeSums],
} satisfies Room
