import type { Room } from '../../room.ts'
import { timestampLogJob } from './timestamp-log.ts'

export const witnessRoom: Room = {
  jobs: [timestampLogJob],
}
