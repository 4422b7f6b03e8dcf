import type { Room } from '../../room.ts'
import { eraseTracesJob } from './erase-traces.ts'

export const deletionRoom: Room = {
  jobs: [eraseTracesJob],
}
