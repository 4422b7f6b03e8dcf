import type { Room } from '../../room.ts'
import { gatherReadersJob } from './gather-readers.ts'
import { letterFiles } from './letter-files.ts'
import { letterPersonal } from './personal.ts'
import { sendLetterJob } from './send-letter.ts'
import { tryLetterJob } from './try-letter.ts'

export const letterRoom = {
  routes: async () => ({ called: [(await import('./routes.ts')).letter] }),
  jobs: [gatherReadersJob, sendLetterJob, tryLetterJob],
  personal: letterPersonal,
  files: [letterFiles],
} satisfies Room
