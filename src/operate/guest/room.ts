import type { Room } from '../../room.ts'

export const guestsRoom = { routes: async () => ({ called: [(await import('./routes.ts')).guests] }) } satisfies Room
