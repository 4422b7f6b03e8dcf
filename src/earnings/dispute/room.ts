import type { Room } from '../../room.ts'

export const disputeRoom = { routes: async () => ({ called: [(await import('./routes.ts')).dispute] }) } satisfies Room
