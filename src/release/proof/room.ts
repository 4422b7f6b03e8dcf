import type { Room } from '../../room.ts'

export const proofRoom = {
  routes: async () => ({ others: [(await import('./routes.ts')).releaseProof] }),
} satisfies Room
