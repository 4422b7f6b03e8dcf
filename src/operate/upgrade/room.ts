import type { Room } from '../../room.ts'

export const upgradeRoom = { routes: async () => ({ called: [(await import('./routes.ts')).upgrade] }) } satisfies Room
