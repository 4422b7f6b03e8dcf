import { ends } from '../../platform/promised.ts'
import type { Room } from '../../room.ts'
import { endKeptCardJob } from './end-kept-card.ts'
import { keptCardPersonal } from './personal.ts'

export const keptCardRoom = {
  routes: async () => ({ called: [(await import('./routes.ts')).keptCard] }),
  jobs: [endKeptCardJob],
  personal: keptCardPersonal,
  promises: [
    {
      name: 'kept-card',
      tables: ['kept_cards'],
      thing: 'A card that is kept for the visit',
      giver: null,
      receiver: ends,
    },
  ],
} satisfies Room
