import type { Room } from '../../room.ts'
import { deadlineJob } from './deadline.ts'
import { dropCheck } from './drop-check.ts'

export const deadlineRoom = { jobs: [deadlineJob], checks: [dropCheck] } satisfies Room
