import type { Room } from '../../room.ts'

export const staffRoom = { routes: async () => ({ called: [(await import('./routes.ts')).staff] }) } satisfies Room
