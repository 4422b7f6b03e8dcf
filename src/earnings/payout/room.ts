import type { Room } from '../../room.ts'
import { listContentsJob } from './list-contents.ts'

export const payoutRoom: Room = {
  jobs: [listContentsJob],
}
