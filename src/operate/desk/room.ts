import type { Room } from '../../room.ts'

export const deskRoom = { routes: async () => ({ called: [(await import('./routes.ts')).desk] }) } satisfies Room
