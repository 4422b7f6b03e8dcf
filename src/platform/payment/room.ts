import type { Room } from '../../room.ts'
import { pruneEvents } from './prune-events.ts'
import { walletCheck } from './wallet-check.ts'

export const paymentRoom = {
  routes: async () => ({ called: [(await import('./routes.ts')).payment] }),
  checks: [walletCheck],
  sweeps: [pruneEvents],
} satisfies Room
