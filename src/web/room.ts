import type { Room } from '../room.ts'
import { sweepPictureJob } from './share-picture/cached-picture.ts'

export const webRoom: Room = {
  jobs: [sweepPictureJob],
}
