import type { Room } from '../../room.ts'

export const discoveryRoom = {
  routes: async () => ({ others: [(await import('./routes.ts')).discovery] }),
} satisfies Room
