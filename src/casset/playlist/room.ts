import type { Room } from '../../room.ts'
import { playlistPersonal } from './personal.ts'

export const playlistRoom = {
  routes: async () => ({ called: [(await import('./routes.ts')).playlist] }),
  personal: playlistPersonal,
} satisfies Room
