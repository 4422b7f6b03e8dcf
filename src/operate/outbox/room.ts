import type { Room } from '../../room.ts'

export const outboxRoom = { routes: async () => ({ called: [(await import('./routes.ts')).outbox] }) } satisfies Room
