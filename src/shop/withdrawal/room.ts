import { ends, stays } from '../../platform/promised.ts'
import type { Room } from '../../room.ts'

export const withdrawalRoom = {
  routes: async () => ({ called: [(await import('./routes.ts')).withdrawal] }),
  promises: [
    { name: 'give-back', tables: ['orders'], thing: 'The offer to give music back', giver: stays, receiver: ends },
  ],
} satisfies Room
