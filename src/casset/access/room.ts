import type { Room } from '../../room.ts'
import { singlesPersonal } from './personal.ts'

export const accessRoom = { personal: singlesPersonal } satisfies Room
