import type { Room } from '../room.ts'
import { eraseFromRooms, renameInRoomsJob } from './named-in-rooms.ts'

export const roomRoom = {
  routes: async () => ({ called: [(await import('./routes.ts')).room] }),
  jobs: [renameInRoomsJob],
  personal: { erase: (ctx, { handle }) => eraseFromRooms(ctx, handle) },
} satisfies Room
