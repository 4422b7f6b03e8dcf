import type { Room } from '../../room.ts'

export const listenerRoom = {
  routes: async () => ({ called: [(await import('./routes.ts')).listener] }),
} satisfies Room
