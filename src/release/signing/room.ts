import type { Room } from '../../room.ts'

export const signingRoom = { routes: async () => ({ others: [(await import('./routes.ts')).signing] }) } satisfies Room
