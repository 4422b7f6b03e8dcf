import type { PlantedBug } from './bug.ts'

/**
 * Bugs with who may see, hear or change what, and with the addresses of people without an account.
 */
export const accessBugs: readonly PlantedBug[] = [
  {
    name: 'members of a co-casset hear only previews of it',
    file: 'src/casset/access/decide-access.ts',
    text: "if (isMember(ctx, world.casset, viewer)) return { by: 'member', holder, since: null }",
    becomes: '',
    tests: ['room/co-casset-tracks'],
  },
  {
    name: 'masters that its reader does not have are sent in a zip',
    file: 'src/casset/download/pack/await-pack.ts',
    text: 'wanted.entitlement.refuseOthers(ctx, masters)',
    becomes: '',
    tests: ['casset/entitlement'],
  },
  {
    name: 'who waited for a download and lost it meanwhile gets it',
    file: 'src/casset/download/pack/await-pack.ts',
    text: 'begins: askAgain',
    becomes: 'begins: () => {}',
    tests: ['casset/download/download-turn'],
  },
  {
    name: 'a download that waits for its music ends the right to give back',
    file: 'src/shop/withdrawal/note-download.ts',
    text: 'if (isSent) noteDownloaded',
    becomes: 'noteDownloaded',
    tests: ['casset/download/download-turn'],
  },
  {
    name: 'masters are sent by a license whose money went back',
    file: 'src/casset/access/grant-access.ts',
    text: ', isNull(licenses.endedAt))',
    becomes: ')',
    tests: ['casset/entitlement'],
  },
  {
    name: 'masters of others are in an export',
    file: 'src/casset/access/upload-access.ts',
    text: 'cassets.artistId}) = ',
    becomes: 'cassets.artistId}) <> ',
    tests: ['casset/entitlement'],
  },
  {
    name: "a member takes another member's track off a co-casset",
    file: 'src/room/co-casset/share-track.ts',
    text: 'if (track.contributorId !== author.artistId && casset.artistId !== author.artistId) {',
    becomes: 'if (track.contributorId === null && casset.artistId !== author.artistId) {',
    tests: ['room/co-casset-tracks'],
  },
  {
    name: 'who signs up with the address of a stranger exports what the site knows of that address',
    file: 'src/operate/export/make-export.ts',
    text: "verifiedAt === null ? '' : email",
    becomes: 'verifiedAt === null ? email : email',
    tests: ['operate/export'],
  },
  {
    name: 'the address of a guest whose voucher waits is forgotten before the payment arrives',
    file: 'src/order/settle/waiting-payment.ts',
    text: '\n        notInArray(id, db.select({ orderId: waitingPayments.orderId }).from(waitingPayments)),',
    becomes: '',
    tests: ['shop/guest-claim'],
  },
  {
    name: 'a guest who types the address of somebody takes them off a mailing list',
    file: 'src/audience/mailing-list/end-consent.ts',
    text: ', isNull(consents.userId))',
    becomes: ')',
    tests: ['shop/guest-claim'],
  },
  {
    name: 'an open order of a guest for another casset is replaced',
    file: 'src/shop/guest/start-guest-checkout.ts',
    text: 'isOfGuest(found) && found.cassetId === cassetId',
    becomes: 'isOfGuest(found) && cassetId !== undefined',
    tests: ['shop/guest-checkout'],
  },
  {
    name: 'the least age of accounts in a drop is counted in minutes',
    file: 'src/drop/enter-campaign.ts',
    text: 'since + minAccountAgeDays * dayMs',
    becomes: 'since + minAccountAgeDays * (dayMs / 1_440)',
    tests: ['drop/drop'],
  },
  {
    name: 'the list of referral links names cassets that were made private',
    file: 'src/shop/referral/my-links.ts',
    text: '    .filter((row) => isVisible(ctx, row, author))\n',
    becomes: '',
    tests: ['shop/share'],
  },
]
