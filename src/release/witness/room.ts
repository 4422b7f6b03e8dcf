import type { Room } from '../../room.ts'
import { timestampLogJob } from './timestamp-log.ts'

export const witnessRoom = { jobs: [timestampLogJob] } satisfies Room
