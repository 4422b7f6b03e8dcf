import type { Room } from '../../room.ts'

export const permissionRoom = {
  routes: async () => ({ others: [(await import('./routes.ts')).permission] }),
} satisfies Room
