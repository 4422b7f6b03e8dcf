import type { Room } from '../../room.ts'

export const reportRoom = { routes: async () => ({ called: [(await import('./routes.ts')).report] }) } satisfies Room
