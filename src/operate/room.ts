import type { Room } from '../room.ts'
import { sweepDailyJob } from './sweep-daily.ts'

export const operateRoom = { jobs: [sweepDailyJob] } satisfies Room
