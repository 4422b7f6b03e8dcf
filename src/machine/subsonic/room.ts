import type { Room } from '../../room.ts'

export const subsonicRoom = {
  routes: async () => ({ others: [(await import('./routes.ts')).subsonic] }),
} satisfies Room
