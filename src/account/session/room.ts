import type { Room } from '../../room.ts'
import { sessionPersonal } from './personal.ts'
import { sweepSessions } from './session.ts'

export const sessionRoom = {
  routes: async () => ({ sessions: [(await import('./routes.ts')).session] }),
  personal: sessionPersonal,
  sweeps: [sweepSessions],
} satisfies Room
