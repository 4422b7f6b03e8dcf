import { ends, stays } from '../../platform/promised.ts'
import type { Room } from '../../room.ts'
import { notifyPreorderJob } from './notify-preorder.ts'
import { openTapeJob } from './open-tape.ts'
import { preorderPersonal } from './personal.ts'
import { openedNotification, preorderNotification } from './preorder-notification.ts'
import { paidForPreorders } from './preordered.ts'

export const preorderRoom = {
  routes: async () => ({ called: [(await import('./routes.ts')).preorder] }),
  jobs: [openTapeJob, notifyPreorderJob],
  notices: [preorderNotification, openedNotification],
  personal: preorderPersonal,
  promises: [
    {
      name: 'preorder',
      tables: ['cassets', 'opening_moves'],
      thing: 'A preorder',
      giver: { ...stays, deletes: 'refunded', forbidden: 'refunded' },
      receiver: ends,
      givesBack: paidForPreorders,
    },
    {
      name: 'preorder-moved',
      tables: ['opening_moves'],
      thing: 'Money back for a preorder that moved',
      giver: { ...stays, deletes: 'refunded', forbidden: 'refunded' },
      receiver: ends,
    },
  ],
} satisfies Room
