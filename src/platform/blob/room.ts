import type { Room } from '../../room.ts'
import { sweepBlobsJob } from './sweep-blobs.ts'

export const blobRoom: Room = {
  jobs: [sweepBlobsJob],
}
