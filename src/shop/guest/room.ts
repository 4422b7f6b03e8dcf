import type { Room } from '../../room.ts'

export const guestRoom = {
  routes: async () => ({
    sessions: [(await import('./routes.ts')).guest],
    others: [(await import('./file-routes.ts')).guestFiles],
  }),
} satisfies Room
