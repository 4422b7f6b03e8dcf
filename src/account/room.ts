import type { Room } from '../room.ts'
import { completeEmail } from './emails.ts'
import { forgotPasswordJob } from './forgot-password.ts'
import { accountPersonal } from './personal.ts'
import { pictureFiles } from './picture-files.ts'
import { accountIndex } from './search-index.ts'
import { sweepSessions } from './session.ts'

export const accountRoom = {
  routes: async () => ({
    called: [(await import('./routes.ts')).handles],
    sessions: [(await import('./routes.ts')).account],
  }),
  jobs: [forgotPasswordJob],
  personal: accountPersonal,
  files: [pictureFiles],
  sweeps: [sweepSessions],
  emails: [completeEmail],
  indexes: [accountIndex],
} satisfies Room
