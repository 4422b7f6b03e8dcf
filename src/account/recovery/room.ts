import type { Room } from '../../room.ts'

export const recoveryRoom = {
  routes: async () => ({ sessions: [(await import('./routes.ts')).recovery] }),
} satisfies Room
