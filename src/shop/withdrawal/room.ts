import { ends, stays } from '../../platform/promised.ts'
import type { Room } from '../../room.ts'
import { forgetOldWithdrawals, withdrawalCheck } from './open-withdrawals.ts'
import { withdrawalPersonal } from './personal.ts'
import { withdrawalNotification } from './withdrawal-notification.ts'

export const withdrawalRoom = {
  routes: async () => ({ called: [(await import('./routes.ts')).withdrawal] }),
  personal: withdrawalPersonal,
  checks: [withdrawalCheck],
  notices: [withdrawalNotification],
  sweeps: [forgetOldWithdrawals],
  promises: [
    { name: 'give-back', tables: ['orders'], thing: 'The offer to give music back', giver: stays, receiver: ends },
  ],
} satisfies Room
