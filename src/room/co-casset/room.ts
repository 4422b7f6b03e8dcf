import { stays, waits } from '../../platform/promised.ts'
import type { Room } from '../../room.ts'
import { invitationNotification, joiningNotification, proposalNotification } from './co-casset-notifications.ts'
import { coCassetPersonal } from './personal.ts'

export const coCassetRoom = {
  routes: async () => ({ called: [(await import('./routes.ts')).coCasset] }),
  notices: [invitationNotification, joiningNotification, proposalNotification],
  personal: coCassetPersonal,
  promises: [
    {
      name: 'invitation',
      tables: ['co_members', 'co_split_parts'],
      thing: 'An invitation to make a casset together',
      giver: stays,
      receiver: waits,
    },
    {
      name: 'shared-part',
      tables: ['co_members', 'co_split_parts'],
      thing: 'A part in what is sold together',
      giver: { ...waits, deletes: 'refused', forbidden: 'waits', hidden: 'waits' },
      receiver: waits,
    },
  ],
} satisfies Room
