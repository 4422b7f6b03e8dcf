import type { Room } from '../../room.ts'
import { licenseNotification } from './notify-artist.ts'
import { requestPersonal } from './personal.ts'

export const requestRoom: Room = {
  notices: [licenseNotification],
  personal: requestPersonal,
}
