import type { Room } from '../../room.ts'
import { bucketCheck } from './bucket-check.ts'

export const bucketRoom: Room = {
  checks: [bucketCheck],
}
