import type { Room } from '../../room.ts'

export const peopleRoom = { routes: async () => ({ called: [(await import('./routes.ts')).people] }) } satisfies Room
