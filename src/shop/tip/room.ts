import type { Room } from '../../room.ts'

export const tipRoom = { routes: async () => ({ called: [(await import('./routes.ts')).tip] }) } satisfies Room
