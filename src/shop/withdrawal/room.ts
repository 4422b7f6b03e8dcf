import type { Room } from '../../room.ts'

export const withdrawalRoom = {
  routes: async () => ({ called: [(await import('./routes.ts')).withdrawal] }),
} satisfies Room
