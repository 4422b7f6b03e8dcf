import type { Room } from '../../room.ts'
import { buildPackJob, convertPackJob } from './build-pack.ts'
import { dropPacks, sweepPackJob } from './sweep-pack.ts'

export const downloadRoom = {
  routes: async () => ({ called: [(await import('./routes.ts')).download] }),
  jobs: [buildPackJob, convertPackJob, sweepPackJob, dropPacks],
} satisfies Room
