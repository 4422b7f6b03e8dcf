import type { Room } from '../../room.ts'
import { walletCheck } from './wallet-check.ts'

export const paymentRoom: Room = {
  checks: [walletCheck],
}
