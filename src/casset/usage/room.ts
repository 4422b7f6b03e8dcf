import type { Room } from '../../room.ts'
import { releasedSums, usageSums } from './usage-sums.ts'

export const usageRoom = { sums: [releasedSums, usageSums] } satisfies Room
