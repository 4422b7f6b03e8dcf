import { ends } from '../../platform/promised.ts'
import type { Room } from '../../room.ts'
import { licenseNotification } from './notify-artist.ts'
import { requestPersonal } from './personal.ts'
import { pruneRequests } from './request.ts'

export const requestRoom = {
  routes: async () => ({ called: [(await import('./routes.ts')).licenseRequest] }),
  notices: [licenseNotification],
  personal: requestPersonal,
  promises: [
    {
      name: 'license-request',
      tables: ['license_requests'],
      thing: 'A license that was asked for',
      giver: { ...ends, hidden: 'waits' },
      receiver: ends,
    },
  ],
  sweeps: [pruneRequests],
} satisfies Room
