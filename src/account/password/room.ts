import type { Room } from '../../room.ts'
import { forgotPasswordJob } from './forgot-password.ts'

export const passwordRoom = {
  routes: async () => ({ sessions: [(await import('./routes.ts')).password] }),
  jobs: [forgotPasswordJob],
} satisfies Room
