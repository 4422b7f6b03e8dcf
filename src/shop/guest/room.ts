import { stays } from '../../platform/promised.ts'
import type { Room } from '../../room.ts'
import { completeGuestEmail } from './emails.ts'

export const guestRoom = {
  routes: async () => ({
    sessions: [(await import('./routes.ts')).guest],
    others: [(await import('./file-routes.ts')).guestFiles],
  }),
  emails: [completeGuestEmail],
  promises: [
    { name: 'guest-copy', tables: ['purchases'], thing: 'Music that a guest bought', giver: stays, receiver: null },
  ],
} satisfies Room
