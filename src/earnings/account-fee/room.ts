import type { Room } from '../../room.ts'
import { bookFeesJob } from './book-fees.ts'

export const accountFeeRoom = { jobs: [bookFeesJob] } satisfies Room
