import { stays } from '../../platform/promised.ts'
import type { Room } from '../../room.ts'
import { completeGuestEmail } from './emails.ts'
import { forgetOldGuests } from './forget-old-guests.ts'
import { guestPersonal } from './personal.ts'

export const guestRoom = {
  routes: async () => ({
    sessions: [(await import('./routes.ts')).guest],
    others: [(await import('./file-routes.ts')).guestFiles],
  }),
  personal: guestPersonal,
  emails: [completeGuestEmail],
  sweeps: [forgetOldGuests],
  promises: [
    { name: 'guest-copy', tables: ['purchases'], thing: 'Music that a guest bought', giver: stays, receiver: null },
  ],
} satisfies Room
