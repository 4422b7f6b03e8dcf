import type { Room } from '../../room.ts'
import { playPersonal } from './personal.ts'
import { playClaim } from './play-claim.ts'
import { sumPlayMonths } from './sum-months.ts'

export const playRoom = {
  routes: async () => ({ called: [(await import('./routes.ts')).play] }),
  personal: playPersonal,
  claims: [playClaim],
  sweeps: [sumPlayMonths],
} satisfies Room
