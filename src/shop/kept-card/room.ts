import type { Room } from '../../room.ts'
import { endKeptCardJob } from './end-kept-card.ts'
import { keptCardPersonal } from './personal.ts'

export const keptCardRoom = {
  routes: async () => ({ called: [(await import('./routes.ts')).keptCard] }),
  jobs: [endKeptCardJob],
  personal: keptCardPersonal,
} satisfies Room
