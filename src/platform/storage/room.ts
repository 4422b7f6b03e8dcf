import type { Room } from '../../room.ts'

export const storageRoom = { routes: async () => ({ called: [(await import('./routes.ts')).storage] }) } satisfies Room
