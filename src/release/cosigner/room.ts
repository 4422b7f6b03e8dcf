import type { Room } from '../../room.ts'

export const cosignerRoom = {
  routes: async () => ({ others: [(await import('./routes.ts')).cosigner] }),
} satisfies Room
