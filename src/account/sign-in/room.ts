import type { Room } from '../../room.ts'

export const signInRoom = {
  routes: async () => ({ sessions: [(await import('./routes.ts')).signIn] }),
} satisfies Room
