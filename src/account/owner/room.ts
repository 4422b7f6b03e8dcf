import type { Room } from '../../room.ts'

export const ownerRoom = {
  routes: async () => ({ sessions: [(await import('./routes.ts')).owner] }),
} satisfies Room
