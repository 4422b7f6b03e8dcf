import { ends } from '../../platform/promised.ts'
import type { Room } from '../../room.ts'
import { emojiClaim } from './emoji-claim.ts'
import { emojiPersonal } from './personal.ts'
import { emojiFiles } from './picture/emoji-files.ts'
import { emojiGoods } from './sale/emoji-goods.ts'
import { holderSums } from './sale/holder-sums.ts'
import { learnCurrencyJob } from './sale/learn-currency.ts'

export const emojiRoom = {
  routes: async () => ({ called: [(await import('./routes.ts')).emoji] }),
  goods: [emojiGoods],
  jobs: [learnCurrencyJob],
  personal: emojiPersonal,
  sums: [holderSums],
  files: [emojiFiles],
  promises: [
    {
      name: 'emoji',
      tables: ['emoji_purchases'],
      thing: 'An emoji that was bought',
      giver: { ...ends, hidden: 'waits' },
      receiver: ends,
    },
  ],
  claims: [emojiClaim],
} satisfies Room
