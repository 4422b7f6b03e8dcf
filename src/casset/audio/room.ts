import type { Room } from '../../room.ts'

export const audioRoom = {
  routes: async () => ({
    called: [(await import('./routes.ts')).audio],
    others: [(await import('./hook-routes.ts')).hookFile],
  }),
} satisfies Room
