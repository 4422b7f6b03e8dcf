import { ends, waits } from '../../platform/promised.ts'
import type { Room } from '../../room.ts'
import { forgetGuestsJob } from './forget-guests.ts'
import { partyJob } from './hold-party.ts'
import { partyBegunNotification, partyNotification } from './party-notification.ts'
import { partyPersonal } from './personal.ts'
import { tellPartyJob } from './tell-party.ts'

export const partyRoom = {
  routes: async () => ({ called: [(await import('./routes.ts')).party] }),
  jobs: [partyJob, tellPartyJob, forgetGuestsJob],
  notices: [partyNotification, partyBegunNotification],
  personal: partyPersonal,
  promises: [
    {
      name: 'party',
      tables: ['parties', 'party_guests'],
      thing: 'A listening party that was announced',
      giver: { ...waits, hidden: 'waits' },
      receiver: ends,
    },
  ],
} satisfies Room
