import type { PlantedBug } from './bug.ts'

export const holdingBugs: readonly PlantedBug[] = [
  {
    name: 'what was bought with test money opens the casset where real money is paid',
    file: 'src/casset/access/collected.ts',
    text: "whereCounted(purchases.mode, sql.placeholder('mode')),",
    becomes: '',
    tests: ['modes.long'],
  },
  {
    name: 'an emoji that was bought with test money is held where real money is paid',
    file: 'src/shop/emoji/sale/emoji-holdings.ts',
    text: 'whereCounted(emojiPurchases.mode, config.paymentMode),',
    becomes: '',
    tests: ['modes.long', 'shop/emoji-purchase'],
  },
  {
    name: 'a track that was switched off is heard by somebody who bought later',
    file: 'src/casset/access/held-track.ts',
    text: '(inactiveAt !== null && inactiveAt >= purchasedAt)',
    becomes: '(inactiveAt !== null && inactiveAt >= purchasedAt - 1e15)',
    tests: ['casset/track/held-track'],
  },
  {
    name: 'a track that was switched off is in the zip of somebody who bought later',
    file: 'src/casset/access/held-track.ts',
    text: 'gte(tracks.inactiveAt, purchasedAt)',
    becomes: 'gte(tracks.inactiveAt, 0)',
    tests: ['casset/track/held-track'],
  },
  {
    name: 'a track is erased while its buyers hold it',
    file: 'src/casset/track/delete-track.ts',
    text: 'if (isKept(ctx, { ...track, inactiveAt })) {',
    becomes: 'if (isKept(ctx, track)) {',
    tests: ['casset/track/held-track'],
  },
  {
    name: 'the first purchase that ends erases what others still hold',
    file: 'src/casset/track/loss/erase-track.ts',
    text: 'if (!isKept(ctx, track)) eraseTrack(ctx, track)',
    becomes: 'if (track.withdrawnAt !== null) eraseTrack(ctx, track)',
    tests: ['casset/track/held-track'],
  },
]
