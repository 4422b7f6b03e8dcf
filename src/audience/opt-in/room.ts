import type { Room } from '../../room.ts'
import { askOptInsJob } from './ask-opt-ins.ts'
import { optInPersonal } from './personal.ts'

export const optInRoom = {
  routes: async () => ({ called: [(await import('./routes.ts')).optIn] }),
  jobs: [askOptInsJob],
  personal: optInPersonal,
} satisfies Room
