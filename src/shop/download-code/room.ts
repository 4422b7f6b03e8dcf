import { ends, stays } from '../../platform/promised.ts'
import type { Room } from '../../room.ts'
import { codeSums } from './code-sums.ts'
import { codePersonal } from './personal.ts'

export const downloadCodeRoom = {
  routes: async () => ({ called: [(await import('./routes.ts')).code] }),
  personal: codePersonal,
  sums: [codeSums],
  promises: [
    {
      name: 'download-code',
      tables: ['codes'],
      thing: 'A code that nobody has redeemed',
      giver: { ...ends, hidden: 'waits' },
      receiver: stays,
    },
  ],
} satisfies Room
