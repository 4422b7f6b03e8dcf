import type { Room } from '../../room.ts'
import { invitationNotification, joiningNotification, proposalNotification } from './co-casset-notifications.ts'
import { coCassetPersonal } from './personal.ts'

export const coCassetRoom = {
  routes: async () => ({ called: [(await import('./routes.ts')).coCasset] }),
  notices: [invitationNotification, joiningNotification, proposalNotification],
  personal: coCassetPersonal,
} satisfies Room
