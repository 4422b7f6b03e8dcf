import type { Room } from '../../room.ts'
import { invitationNotification, joiningNotification, proposalNotification } from './co-casset-notifications.ts'
import { coCassetPersonal } from './personal.ts'

export const coCassetRoom: Room = {
  notices: [invitationNotification, joiningNotification, proposalNotification],
  personal: coCassetPersonal,
}
