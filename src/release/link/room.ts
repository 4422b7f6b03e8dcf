import type { Room } from '../../room.ts'
import { linkNotification } from './link-notification.ts'

export const linkRoom = {
  routes: async () => ({
    called: [(await import('./routes.ts')).ownLinks],
    others: [(await import('./routes.ts')).agentLinks],
  }),
  notices: [linkNotification],
} satisfies Room
