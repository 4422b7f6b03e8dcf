import type { Room } from '../../room.ts'

export const mcpRoom = { routes: async () => ({ others: [(await import('./routes.ts')).mcp] }) } satisfies Room
