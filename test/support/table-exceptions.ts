/** Rooms that write tables of other rooms. The list only shrinks. */
export const foreignWriters: Readonly<Record<string, string>> = {
  account: 'cassets invitations',
  'casset/track': 'release_files',
  demo: 'cassets sessions tracks',
  'operate/rehearsal': 'artists cassets seller_accounts sessions users',
  'platform/http': 'sessions',
  release: 'casset_decisions',
}

/**
 * Rooms that read tables of rooms above them. The list only shrinks, but for `casset/access`, which alone decides who may
 * have masters and reads itself by what.
 */
export const foreignReaders: Readonly<Record<string, string>> = {
  'account/passkey': 'identities',
  account: 'cassets',
  'casset/access':
    'access_grants cassets co_members emojis licenses purchases release_files releases room_members tracks',
  'casset/audio': 'tracks',
  'casset/download': 'co_members tracks',
  'casset/hook': 'comments tracks',
  'casset/track': 'orders purchases release_files',
  'casset/usage': 'tracks',
  casset: 'tracks',
  drop: 'submission_likes submissions',
  'money/ledger': 'orders owed_parts',
  'money/order': 'referral_links',
  'money/receipt': 'orders',
  'money/report': 'co_members',
  'money/seller': 'campaign_payouts co_members co_split_parts co_splits listed_payouts order_parts orders sold_sums',
  'platform/asset': 'artists cassets emojis submissions tracks',
  'platform/blob': 'assets emojis release_files tracks',
  'platform/http': 'artists sessions users',
  'platform/payment': 'seller_accounts',
  'platform/storage': 'artists assets cassets emojis tracks uploads users',
  'release/permission': 'licenses',
  'release/transparency-log': 'log_timestamps',
}
