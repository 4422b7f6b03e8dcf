import { stays } from '../../platform/promised.ts'
import type { Room } from '../../room.ts'
import { forgetUnpaidGifts } from './gift.ts'
import { giftGoods } from './gift-goods.ts'
import { giftNotification } from './gift-notification.ts'
import { giftPersonal } from './personal.ts'
import { completeGiftEmail, sendGiftJob } from './send-gift.ts'
import { takerClaim } from './taker-claim.ts'
import { completeTakerEmail } from './taker-emails.ts'

export const giftRoom = {
  routes: async () => ({
    called: [(await import('./routes.ts')).gift],
    others: [(await import('./taken-routes.ts')).takenFiles],
  }),
  goods: [giftGoods],
  jobs: [sendGiftJob],
  notices: [giftNotification],
  personal: giftPersonal,
  promises: [
    { name: 'gift', tables: ['gifts'], thing: 'A gift that nobody has taken', giver: stays, receiver: stays },
    {
      name: 'gift-later',
      tables: ['gifts'],
      thing: 'A gift that is to be sent on a day',
      giver: stays,
      receiver: stays,
    },
    {
      name: 'gift-music',
      tables: ['gifts'],
      thing: 'The music of a gift, of its artist',
      giver: stays,
      receiver: stays,
    },
    {
      name: 'gift-taken',
      tables: ['gifts'],
      thing: 'A gift that was taken by email',
      giver: stays,
      receiver: null,
    },
  ],
  sweeps: [forgetUnpaidGifts],
  claims: [takerClaim],
  emails: [completeGiftEmail, completeTakerEmail],
} satisfies Room
