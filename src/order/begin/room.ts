import type { Room } from '../../room.ts'
import { cancelReplacedJob } from './cancel-replaced.ts'
import { endUnpaidJob } from './end-unpaid.ts'

export const beginRoom = { jobs: [cancelReplacedJob, endUnpaidJob] } satisfies Room
