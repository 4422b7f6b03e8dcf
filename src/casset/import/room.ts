import type { Room } from '../../room.ts'
import { importPersonal } from './personal.ts'

export const importRoom = { personal: importPersonal } satisfies Room
