import type { Room } from '../../room.ts'

export const agentReleaseRoom = {
  routes: async () => ({ others: [(await import('./routes.ts')).agentRelease] }),
} satisfies Room
