import type { Room } from '../room.ts'
import { accountPersonal } from './personal.ts'
import { accountIndex } from './search-index.ts'

export const accountRoom = { personal: accountPersonal, indexes: [accountIndex] } satisfies Room
