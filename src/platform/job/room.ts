import type { Room } from '../../room.ts'
import { jobCheck } from './job-check.ts'

export const jobRoom = { checks: [jobCheck] } satisfies Room
