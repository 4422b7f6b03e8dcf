import type { Room } from '../../room.ts'
import { completeEmail } from './emails.ts'
import { forgetAddresses } from './former-address.ts'

export const emailRoom = {
  routes: async () => ({ sessions: [(await import('./routes.ts')).email] }),
  personal: {
    erases: ['former_addresses', 'mailed_tokens'],
    forget: (ctx, { userId }) => forgetAddresses(ctx, userId),
  },
  emails: [completeEmail],
} satisfies Room
