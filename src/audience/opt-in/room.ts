import { ends, waits } from '../../platform/promised.ts'
import type { Room } from '../../room.ts'
import { askOptInsJob } from './ask-opt-ins.ts'
import { goOnWithAccount } from './follow-by-email.ts'
import { pruneOptIns } from './opt-in.ts'
import { optInPersonal } from './personal.ts'

export const optInRoom = {
  routes: async () => ({ called: [(await import('./routes.ts')).optIn] }),
  jobs: [askOptInsJob],
  personal: optInPersonal,
  promises: [
    {
      name: 'opt-in',
      tables: ['opt_ins'],
      thing: 'The question whether an address joins a mailing list',
      giver: waits,
      receiver: ends,
    },
  ],
  sweeps: [pruneOptIns],
  proofs: [goOnWithAccount],
} satisfies Room
