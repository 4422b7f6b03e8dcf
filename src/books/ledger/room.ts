import type { Room } from '../../room.ts'
import { ledgerCheck } from './ledger-check.ts'
import { balanceSums, daySums } from './ledger-sums.ts'

export const ledgerRoom = { sums: [daySums, balanceSums], checks: [ledgerCheck] } satisfies Room
