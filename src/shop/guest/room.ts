import type { Room } from '../../room.ts'
import { completeGuestEmail } from './emails.ts'

export const guestRoom = {
  routes: async () => ({
    sessions: [(await import('./routes.ts')).guest],
    others: [(await import('./file-routes.ts')).guestFiles],
  }),
  emails: [completeGuestEmail],
} satisfies Room
