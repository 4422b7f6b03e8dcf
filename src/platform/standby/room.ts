import type { Room } from '../../room.ts'
import { standbyCheck } from './standby-check.ts'

export const standbyRoom = { checks: [standbyCheck] } satisfies Room
