import type { Room } from '../../room.ts'
import { bucketCheck } from './bucket-check.ts'

export const bucketRoom = { checks: [bucketCheck] } satisfies Room
