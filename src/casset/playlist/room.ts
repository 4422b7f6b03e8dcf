import type { Room } from '../../room.ts'
import { playlistPersonal } from './personal.ts'
import { prunePlaylists } from './playlist.ts'

export const playlistRoom = {
  routes: async () => ({ called: [(await import('./routes.ts')).playlist] }),
  personal: playlistPersonal,
  sweeps: [prunePlaylists],
} satisfies Room
