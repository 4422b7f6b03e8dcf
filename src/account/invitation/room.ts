import { ends, stays } from '../../platform/promised.ts'
import type { Room } from '../../room.ts'
import { completeInvitation } from './invitation-email.ts'
import { invitationPersonal } from './personal.ts'

export const invitationRoom = {
  routes: async () => ({ called: [(await import('./routes.ts')).invitation] }),
  personal: invitationPersonal,
  emails: [completeInvitation],
  promises: [
    {
      name: 'site-invitation',
      tables: ['invitations'],
      thing: 'An invitation to the site',
      giver: stays,
      receiver: ends,
    },
  ],
} satisfies Room
