import { ends, waits } from '../../platform/promised.ts'
import type { Room } from '../../room.ts'
import { creditNotification } from './credit-notification.ts'
import { referralPersonal } from './personal.ts'
import { shareNotification } from './share-notification.ts'

export const referralRoom = {
  routes: async () => ({ called: [(await import('./routes.ts')).referral] }),
  notices: [creditNotification, shareNotification],
  personal: referralPersonal,
  promises: [
    {
      name: 'referral',
      tables: ['referral_links', 'referral_credits'],
      thing: 'The credit for leading somebody to a purchase',
      giver: { ...waits, forbidden: 'waits', hidden: 'waits' },
      receiver: ends,
    },
  ],
} satisfies Room
