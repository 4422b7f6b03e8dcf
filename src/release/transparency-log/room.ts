import type { Room } from '../../room.ts'

export const transparencyLogRoom = {
  routes: async () => ({ unlimited: [(await import('./routes.ts')).transparencyLog] }),
} satisfies Room
