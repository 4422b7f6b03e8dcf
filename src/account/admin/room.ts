import type { Room } from '../../room.ts'

export const adminRoom = {
  routes: async () => ({ called: [(await import('./routes.ts')).accountAdmin] }),
} satisfies Room
