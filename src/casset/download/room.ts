import type { Room } from '../../room.ts'
import { buildPackJob, convertPackJob } from './pack/build-pack.ts'
import { dropPacks, sweepPackJob } from './pack/sweep-pack.ts'

export const downloadRoom = {
  routes: async () => ({ called: [(await import('./routes.ts')).download] }),
  jobs: [buildPackJob, convertPackJob, sweepPackJob, dropPacks],
} satisfies Room
