import { ends } from '../../platform/promised.ts'
import type { Room } from '../../room.ts'
import { emojiClaim } from './emoji-claim.ts'
import { emojiFiles } from './emoji-files.ts'
import { emojiGoods } from './emoji-goods.ts'
import { holderSums } from './holder-sums.ts'
import { learnCurrencyJob } from './learn-currency.ts'
import { emojiPersonal } from './personal.ts'

export const emojiRoom = {
  routes: async () => ({ called: [(await import('./routes.ts')).emoji] }),
  goods: [emojiGoods],
  jobs: [learnCurrencyJob],
  personal: emojiPersonal,
  sums: [holderSums],
  files: [emojiFiles],
  promises: [
    { name: 'emoji', tables: ['emoji_purchases'], thing: 'An emoji that was bought', giver: ends, receiver: ends },
  ],
  claims: [emojiClaim],
} satisfies Room
