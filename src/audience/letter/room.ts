import { ends } from '../../platform/promised.ts'
import type { Room } from '../../room.ts'
import { letterFiles } from './letter-files.ts'
import { forgetLetterOrders } from './page/letter-cookie.ts'
import { letterPersonal } from './personal.ts'
import { gatherReadersJob } from './send/gather-readers.ts'
import { sendLetterJob } from './send/send-letter.ts'
import { tryLetterJob } from './send/try-letter.ts'

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
