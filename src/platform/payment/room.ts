import type { Room } from '../../room.ts'
import { walletCheck } from './endpoint/wallet-check.ts'
import { pruneEvents } from './event/prune-events.ts'

export const paymentRoom = {
  routes: async () => ({ called: [(await import('./routes.ts')).payment] }),
  checks: [walletCheck],
  sweeps: [pruneEvents],
} satisfies Room
