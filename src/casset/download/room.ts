import type { Room } from '../../room.ts'
import { buildPackJob, convertPackJob } from './build-pack.ts'
import { dropPacks, sweepPackJob } from './sweep-pack.ts'

export const downloadRoom: Room = {
  jobs: [buildPackJob, convertPackJob, sweepPackJob, dropPacks],
}
