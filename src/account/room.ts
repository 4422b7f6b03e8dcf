import type { Room } from '../room.ts'
import { forgotPasswordJob } from './forgot-password.ts'
import { accountPersonal } from './personal.ts'
import { pictureFiles } from './picture-files.ts'

export const accountRoom = {
  routes: async () => ({
    called: [(await import('./routes.ts')).handles],
    sessions: [(await import('./routes.ts')).account],
  }),
  jobs: [forgotPasswordJob],
  personal: accountPersonal,
  files: [pictureFiles],
} satisfies Room
