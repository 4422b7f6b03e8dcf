import type { Room } from '../../room.ts'
import { eraseTracesJob } from './erase-traces.ts'

export const deletionRoom = {
  routes: async () => ({ sessions: [(await import('./routes.ts')).deletion] }),
  jobs: [eraseTracesJob],
} satisfies Room
