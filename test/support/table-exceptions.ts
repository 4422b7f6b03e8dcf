/** Tables of other rooms, and why a room may name them. */
type Exception = { tables: string; why: string }

/** Rooms that write tables of other rooms. The list only shrinks. */
export const foreignWriters: Readonly<Record<string, Exception>> = {
  account: {
    tables: 'cassets invitations',
    why: 'signing up uses an invitation and makes a casset, in one transaction with the account',
  },
  'casset/track': {
    tables: 'release_files',
    why: 'what the law takes down goes at once, from signed releases as well',
  },
  demo: { tables: 'cassets sessions tracks', why: 'it makes up artists as they are after years' },
  'operate/rehearsal': { tables: 'artists cassets seller_accounts sessions users', why: 'it makes up its cast' },
  release: { tables: 'casset_decisions', why: 'its repair counts again what triggers count of signed versions' },
}

const whatIsPlayed = 'it plays, shows or packs tracks, and lies under the room that uploads them'

/**
 * Rooms that read tables of rooms above them. The list only shrinks, but for `casset/access`, which
 * alone decides who may have masters and reads itself by what.
 */
export const foreignReaders: Readonly<Record<string, Exception>> = {
  'account/passkey': { tables: 'identities', why: 'the last way into an account is not removed' },
  account: { tables: 'cassets', why: 'slugs of shared cassets and handles are one space of addresses' },
  'casset/access': {
    tables: 'access_grants cassets co_members emojis licenses purchases release_files releases room_members tracks',
    why: 'it decides who may have what, by all that says so',
  },
  'casset/audio': { tables: 'tracks', why: whatIsPlayed },
  'casset/download': { tables: 'co_members tracks', why: whatIsPlayed },
  'casset/hook': { tables: 'comments tracks', why: 'it shows the comments of a hook' },
  'casset/track': { tables: 'orders purchases release_files', why: 'a track that somebody holds is not deleted' },
  'casset/usage': { tables: 'tracks', why: whatIsPlayed },
  casset: { tables: 'tracks', why: whatIsPlayed },
  drop: { tables: 'submission_likes submissions', why: 'scores are counted again from what people did' },
  'money/ledger': { tables: 'orders owed_parts', why: 'it is held against what it was posted for' },
  'money/order': { tables: 'referral_links', why: 'an order that is rebuilt has the link that its buyer came by' },
  'money/receipt': { tables: 'orders', why: 'a receipt says what was ordered' },
  'money/report': { tables: 'co_members', why: 'each counts the days on which they shared a casset' },
  'money/seller': {
    tables: 'campaign_payouts co_members co_split_parts co_splits order_parts orders sold_sums',
    why: 'limits of new sellers count what they sold, also together with others, and what they won',
  },
  'release/permission': { tables: 'licenses', why: 'a license allows what its release does not' },
}
