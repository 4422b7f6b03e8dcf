import { promisedPrizes } from './drop/promised-prizes.ts'
import type { Fates, Promised } from './platform/promised.ts'
import { paidForPreorders } from './shop/preorder/preordered.ts'

const stays: Fates = { deletes: 'stays', suspended: 'stays', moves: 'stays' }
const ends: Fates = { ...stays, deletes: 'ends' }
const waits: Fates = { ...ends, suspended: 'waits' }

/**
 * Everything that somebody is promised here, one line a promise, with its fate when a side leaves:
 * the table of the rule says it again (rule: promises), and a test does it.
 */
export const promises: readonly Promised[] = [
  {
    name: 'purchase',
    tables: ['purchases', 'track_holdings'],
    thing: 'Music that was bought',
    giver: stays,
    receiver: ends,
  },
  {
    name: 'preorder',
    tables: ['cassets', 'opening_moves'],
    thing: 'A preorder',
    giver: { ...stays, deletes: 'refunded' },
    receiver: ends,
    givesBack: paidForPreorders,
  },
  { name: 'gift', tables: ['gifts'], thing: 'A gift that nobody has taken', giver: stays, receiver: stays },
  { name: 'gift-later', tables: ['gifts'], thing: 'A gift that is to be sent on a day', giver: stays, receiver: stays },
  { name: 'gift-music', tables: ['gifts'], thing: 'The music of a gift, of its artist', giver: stays, receiver: stays },
  {
    name: 'download-code',
    tables: ['codes'],
    thing: 'A code that nobody has redeemed',
    giver: ends,
    receiver: stays,
  },
  {
    name: 'prize-paid-in',
    tables: ['campaigns', 'campaign_contributions'],
    thing: 'The prize of an open drop',
    giver: { ...stays, deletes: 'refused' },
    receiver: stays,
  },
  {
    name: 'prize-chosen',
    tables: ['campaign_payouts', 'submissions'],
    thing: 'The prize of a chosen winner',
    giver: { ...stays, deletes: 'refused' },
    receiver: { ...stays, deletes: 'passes' },
    owed: promisedPrizes,
  },
  {
    name: 'license-request',
    tables: ['license_requests'],
    thing: 'A license that was asked for',
    giver: ends,
    receiver: ends,
  },
  {
    name: 'invitation',
    tables: ['co_members', 'co_split_parts'],
    thing: 'An invitation to make a casset together',
    giver: stays,
    receiver: waits,
  },
  {
    name: 'letter',
    tables: ['letters', 'letter_recipients'],
    thing: 'A letter that is to be sent',
    giver: { ...ends, suspended: 'ends' },
    receiver: ends,
  },
  { name: 'export', tables: ['account_exports'], thing: 'An export of own data', giver: null, receiver: ends },
  {
    name: 'everything-later',
    tables: ['everything_purchases'],
    thing: 'The tapes to come of everything',
    giver: waits,
    receiver: ends,
  },
  { name: 'discount', tables: ['discounts'], thing: 'A code that lowers a price', giver: waits, receiver: stays },
  { name: 'emoji', tables: ['emoji_purchases'], thing: 'An emoji that was bought', giver: ends, receiver: ends },
  {
    name: 'referral',
    tables: ['referral_links', 'referral_credits'],
    thing: 'The credit for leading somebody to a purchase',
    giver: waits,
    receiver: ends,
  },
  { name: 'wish', tables: ['wishes'], thing: 'News of a lower price', giver: waits, receiver: ends },
  {
    name: 'opt-in',
    tables: ['opt_ins'],
    thing: 'The question whether an address joins a mailing list',
    giver: waits,
    receiver: ends,
  },
  {
    name: 'kept-card',
    tables: ['kept_cards'],
    thing: 'A card that is kept for the visit',
    giver: null,
    receiver: ends,
  },
  { name: 'license', tables: ['licenses'], thing: 'A license that was paid for', giver: stays, receiver: stays },
  {
    name: 'license-price',
    tables: ['license_quotes'],
    thing: 'A price that was named for a license',
    giver: waits,
    receiver: ends,
  },
  { name: 'clip', tables: ['submissions'], thing: 'The decision about a clip', giver: waits, receiver: ends },
  {
    name: 'prize-returned',
    tables: ['campaign_contributions'],
    thing: 'The prize of a drop that was cancelled',
    giver: null,
    receiver: stays,
  },
  {
    name: 'earnings',
    tables: ['order_parts', 'owed_parts'],
    thing: 'Money of a sale that is not sent on yet',
    giver: stays,
    receiver: stays,
  },
  { name: 'refund', tables: ['orders'], thing: 'Money that is being given back', giver: stays, receiver: stays },
  {
    name: 'site-invitation',
    tables: ['invitations'],
    thing: 'An invitation to the site',
    giver: stays,
    receiver: ends,
  },
  {
    name: 'objection',
    tables: ['content_decisions'],
    thing: 'The answer to an objection',
    giver: null,
    receiver: ends,
  },
  { name: 'report', tables: ['content_reports'], thing: 'The answer to a report', giver: null, receiver: ends },
  { name: 'statement', tables: ['statements'], thing: 'A statement of the month', giver: null, receiver: stays },
]
