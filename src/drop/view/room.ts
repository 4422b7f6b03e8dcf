import type { Room } from '../../room.ts'

export const viewRoom = { routes: async () => ({ called: [(await import('./routes.ts')).drop] }) } satisfies Room
