import type { Room } from '../../room.ts'
import { licenseNotification } from './notify-artist.ts'
import { requestPersonal } from './personal.ts'

export const requestRoom = {
  routes: async () => ({ called: [(await import('./routes.ts')).licenseRequest] }),
  notices: [licenseNotification],
  personal: requestPersonal,
} satisfies Room
