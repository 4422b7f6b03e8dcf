import type { Room } from '../../room.ts'
import { followNotification } from './follow-notification.ts'
import { followPersonal } from './personal.ts'

export const followRoom = { notices: [followNotification], personal: followPersonal } satisfies Room
