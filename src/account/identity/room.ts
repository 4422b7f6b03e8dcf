import type { Room } from '../../room.ts'
import { identityPersonal } from './personal.ts'

export const identityRoom = {
  routes: async () => ({
    sessions: [(await import('./routes.ts')).identity],
    doors: [(await import('./door-routes.ts')).doors],
  }),
  personal: identityPersonal,
} satisfies Room
