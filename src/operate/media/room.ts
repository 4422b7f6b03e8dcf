import type { Room } from '../../room.ts'
import { mediaCheck } from './media-check.ts'

export const mediaRoom = { checks: [mediaCheck] } satisfies Room
