import type { Room } from '../../room.ts'

export const ownerReleaseRoom = {
  routes: async () => ({ called: [(await import('./routes.ts')).ownerRelease] }),
} satisfies Room
