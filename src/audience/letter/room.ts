import { ends } from '../../platform/promised.ts'
import type { Room } from '../../room.ts'
import { gatherReadersJob } from './gather-readers.ts'
import { forgetLetterOrders } from './letter-cookie.ts'
import { letterFiles } from './letter-files.ts'
import { letterPersonal } from './personal.ts'
import { sendLetterJob } from './send-letter.ts'
import { tryLetterJob } from './try-letter.ts'

export const letterRoom = {
  routes: async () => ({ called: [(await import('./routes.ts')).letter] }),
  jobs: [gatherReadersJob, sendLetterJob, tryLetterJob],
  personal: letterPersonal,
  files: [letterFiles],
  promises: [
    {
      name: 'letter',
      tables: ['letters', 'letter_recipients'],
      thing: 'A letter that is to be sent',
      giver: { ...ends, suspended: 'ends' },
      receiver: ends,
    },
  ],
  sweeps: [forgetLetterOrders],
} satisfies Room
