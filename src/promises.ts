import { promisedPrizes } from './drop/promised-prizes.ts'
import { paidForPreorders } from './money/preorder/preordered.ts'
import type { Fates, Promised } from './platform/promised.ts'

const stays: Fates = { deletes: 'stays', suspended: 'stays', moves: 'stays' }
const ends: Fates = { ...stays, deletes: 'ends' }

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
    receiver: { ...ends, suspended: 'waits' },
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
    giver: { ...ends, suspended: 'waits' },
    receiver: ends,
  },
  { name: 'statement', tables: ['statements'], thing: 'A statement of the month', giver: null, receiver: stays },
]
