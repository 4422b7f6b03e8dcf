import type { Room } from '../room.ts'
import { instanceCheck } from './instance-check.ts'

export const platformRoom = { checks: [instanceCheck] } satisfies Room
