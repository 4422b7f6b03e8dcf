import type { Room } from '../../room.ts'
import { activityPersonal } from './personal.ts'

export const securityRoom = { personal: activityPersonal } satisfies Room
