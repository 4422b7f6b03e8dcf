import type { Room } from '../room.ts'

export const worldRoom = { routes: async () => ({ called: [(await import('./routes.ts')).world] }) } satisfies Room
