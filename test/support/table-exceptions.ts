/** Tables of other rooms, and why a room may name them. */
type Exception = { tables: string; why: string }

/** Rooms that write tables of other rooms. The list only shrinks. */
export const foreignWriters: Readonly<Record<string, Exception>> = {
  demo: { tables: 'cassets sessions tracks', why: 'it makes up artists as they are after years' },
  'operate/rehearsal': { tables: 'artists cassets seller_accounts sessions users', why: 'it makes up its cast' },
}

/**
 * Rooms that read tables of rooms above them. The list only shrinks, but for `casset/access`, which
 * alone decides who may have masters and reads itself by what.
 */
export const foreignReaders: Readonly<Record<string, Exception>> = {
  'account/passkey': { tables: 'identities', why: 'the last way into an account is not removed' },
  'casset/access': {
    tables: 'access_grants cassets emojis extras licenses parties purchases release_files releases room_members tracks',
    why: 'it decides who may have what, by all that says so',
  },
  'casset/hook': { tables: 'tracks', why: 'the hooks of a casset are those of its tracks' },
  drop: { tables: 'submission_likes submissions', why: 'scores are counted again from what people did' },
  'books/ledger': { tables: 'orders owed_parts', why: 'it is held against what it was posted for' },
  'order/settle': { tables: 'referral_links', why: 'an order that is rebuilt has the link that its buyer came by' },
  'books/receipt': {
    tables: 'orders statement_series statements',
    why: 'a receipt says what was ordered, and its numbers jump as those of statements do',
  },
  'books/seller': {
    tables: 'campaign_payouts order_parts orders sold_sums',
    why: 'limits of new sellers count what they sold, also together with others, and what they won',
  },
  'release/permission': { tables: 'licenses', why: 'a license allows what its release does not' },
}
