import type { Person } from '../support/world.ts'
import type { Size } from './fill-growth.ts'
import { peopleSql } from './growth-people-sql.ts'
import { count, id } from './growth-rows.ts'

const yearMs = 365 * 86_400_000

/** The postings of a sale of 700: kind, from, to, amount. */
const postings = [
  ['SALE', 'buyers', 'owed', 700],
  ['PROCESSOR_FEE', 'owed', 'processor_fees', 50],
  ['PLATFORM_FEE', 'owed', 'platform', 35],
  ['TRANSFER', 'owed', 'artist', 615],
] as const

/** Returns the statements that fill a database, where seller and collector have accounts. */
export function growthSql({ cassets, sales, codesInBatch }: Size, seller: Person, collector: Person, now: number) {
  const start = now - yearMs
  const [user, artist, casset] = [1, 2, 3].map((kind) => (i: string) => id(kind, `${start} + ${i}`, i))
  if (!user || !artist || !casset) throw new Error('There is no such kind.')
  const others = cassets - 3
  return [
    `${count(3, cassets)} INSERT INTO users (id, email, created_at)
      SELECT ${user('i')}, 'u' || i || '@example.com', ${start} + i FROM n`,
    `${count(3, cassets)} INSERT INTO artists (id, user_id, handle, display_name, bio, created_at)
      SELECT ${artist('i')}, ${user('i')}, 'artist-' || i, 'Artist number ' || i, 'Songs before breakfast.', ${start} + i FROM n`,
    `${count(3, cassets)} INSERT INTO cassets
      (id, artist_id, name, price_minor, currency, published, published_at, created_at)
      SELECT ${casset('i')}, ${artist('i')}, 'Casset number ' || i, 700, 'usd', 1, ${start} + i, ${start} + i FROM n`,
    `${count(3, cassets)} INSERT INTO tracks (id, casset_id, hook_id, title, position, status, file_name, format, bytes,
        sha256, duration_sec, hook_start_sec, hook_duration_sec, hook_sha256, hook_bytes, hook_format, waveform, created_at)
      SELECT ${id(4, `${start} + i`, 'i')}, ${casset('i')}, ${id(5, `${start} + i`, 'i')}, 'Song ' || i, 1, 'READY', 'a.mp3',
        'mp3', 1, printf('%064x', i), 180, 35, 30, printf('%064x', i + 1e9), 1, 'mp3', '[0.1,0.9,0.4]', ${start} FROM n`,
    `${count(3, cassets)} INSERT INTO seller_accounts (artist_id, mode, account_id, ready, ready_at, created_at)
      SELECT ${artist('i')}, 'live', 'acct_' || i, 1, 0, 0 FROM n WHERE i % 10 = 0`,
    `${count(3, cassets)} INSERT INTO seller_permissions (artist_id, allowed_at) SELECT ${artist('i')}, 5 FROM n WHERE i % 5 = 0`,
    ...collected(cassets, casset, collector, now),
    ...sold({ cassets, sales, others, start }, seller, collector, { user, artist, casset }),
    ...codes(codesInBatch, seller, now),
    ...listed(sales, seller, start),
    ...peopleSql({ times: sales, others, start, seller, collector }),
  ]
}

type IdOf = (i: string) => string

/** Guests who let the seller write to them: as many as there are sales. */
const listed = (sales: number, { artistId }: Person, start: number) => [
  `${count(0, sales)} INSERT INTO mailing_consents (id, artist_id, email, text, given_at, given_from, key_hash)
    SELECT ${id(8, `${start} + i`, 'i')}, '${artistId}', 'guest' || i || '@example.com', 'You may write to me of new music.',
      ${start} + i, 'checkout', printf('%064x', i) FROM n`,
]

/** A hundred cassets, or all there are, that the collector took for free. */
const collected = (cassets: number, casset: IdOf, { userId }: Person, now: number) => {
  const each = count(3, Math.min(cassets, 103))
  return [
    `${each} INSERT INTO orders (id, user_id, holder_id, casset_id, kind, mode, state, amount_minor, currency, price_minor, created_at, paid_at)
      SELECT ${id(6, String(now), 'i')}, '${userId}', '${userId}', ${casset('i')}, 'casset', 'free', 'PAID', 0, 'usd', 0, ${now}, ${now} FROM n`,
    `${each} INSERT INTO purchases (id, user_id, casset_id, order_id, mode, status, purchased_at)
      SELECT ${id(7, `${now} + i`, 'i')}, '${userId}', ${casset('i')}, ${id(6, String(now), 'i')}, 'free', 'PAID', ${now} FROM n`,
  ]
}

type Market = { cassets: number; sales: number; others: number; start: number }

function sold(
  { sales, others, start }: Market,
  seller: Person,
  { userId }: Person,
  ids: Record<'user' | 'artist' | 'casset', IdOf>,
) {
  const at = `(${start} + i * ${Math.floor((yearMs - 3_600_000) / sales)})`
  const order = id(8, at, 'i')
  const isCollect = `(i % 5 = 4 OR (i % 10 < 8 AND i < ${others}))`
  const isEmoji = `(NOT ${isCollect} AND i % 10 = 8 AND i < ${others})`
  const kind = `iif(${isCollect}, 'casset', iif(${isEmoji}, 'emoji', 'tip'))`
  // The first thousand tips are the collector's.
  const tipper = `iif(i < 1000, '${userId}', ${ids.user(`(3 + i % ${others})`)})`
  const buyer = `iif(${kind} = 'tip', ${tipper}, iif(i % 5 = 4, ${ids.user(`(3 + (i + 1 + i / ${others}) % ${others})`)}, ${ids.user(`(3 + i % ${others})`)}))`
  const other = `(3 + i % ${others})`
  const sellerOf = `iif(i % 5 = 4, ${ids.artist(other)}, '${seller.artistId}')`
  const cassetOf = `iif(i % 5 = 4, ${ids.casset(other)}, '${seller.cassetId}')`
  const emoji = (n: string) => id(9, String(start), n)
  const account = (name: string) =>
    name === 'owed' || name === 'artist' ? `'live:${name}:' || ${sellerOf} || ':usd'` : `'live:${name}:usd'`
  const posting = (n: number) => id(16 + n, at, 'i')
  const each = count(0, sales)
  const names = ['buyers', 'processor_fees', 'platform', 'owed', 'artist']
  return [
    ...[0, 1, 2, 3, 4].map(
      (n) => `INSERT INTO emojis (id, casset_id, shortcode, sha256, content_type, bytes, price_minor, created_at)
        VALUES (${emoji(String(n))}, '${seller.cassetId}', 'sign${n}', printf('%064x', ${n}), 'image/png', 1, 700, 0)`,
    ),
    `${each} INSERT INTO orders (id, user_id, holder_id, casset_id, kind, thing_id, mode, state, amount_minor, currency, price_minor,
        seller_account_id, payment_intent_id, created_at, paid_at, charge_id, settled_currency)
      SELECT ${order}, ${buyer}, ${buyer}, ${cassetOf}, ${kind}, iif(${isEmoji}, ${emoji('(i / 10 % 5)')}, NULL), 'live', 'PAID', 700, 'usd', 700,
        'acct_x', 'pi_' || i, ${at}, ${at}, 'ch_' || i, 'usd' FROM n`,
    `${each} INSERT OR IGNORE INTO purchases (id, user_id, casset_id, order_id, mode, status, purchased_at)
      SELECT ${id(10, at, 'i')}, ${buyer}, ${cassetOf}, ${order}, 'live', 'PAID', ${at} FROM n WHERE ${isCollect}`,
    `${each} INSERT INTO emoji_purchases (id, user_id, emoji_id, order_id, mode, status, purchased_at)
      SELECT ${id(11, at, 'i')}, ${buyer}, ${emoji('(i / 10 % 5)')}, ${order}, 'live', 'PAID', ${at} FROM n WHERE ${isEmoji}`,
    `${each} INSERT INTO tips (id, user_id, casset_id, order_id, status, tipped_at)
      SELECT ${id(12, at, 'i')}, ${buyer}, ${cassetOf}, ${order}, 'PAID', ${at} FROM n WHERE ${kind} = 'tip'`,
    `${each} INSERT INTO receipts (order_id, what, seller_name, seller_handle, issued_at, number)
      SELECT ${order}, 'Casset', 'Artist', 'artist', ${at}, 'artist-2026-' || i FROM n`,
    ...names.map(
      (name) => `${each} INSERT OR IGNORE INTO ledger_accounts (id, mode, kind, artist_id, currency, created_at)
      SELECT ${account(name)}, 'live', upper('${name}'), ${name === 'owed' || name === 'artist' ? sellerOf : 'NULL'}, 'usd', 0 FROM n`,
    ),
    ...postings.flatMap(([, from, to, amount], n) => [
      `${each} INSERT INTO ledger_entries SELECT ${posting(n)}, 0, ${account(from)}, -${amount} FROM n`,
      `${each} INSERT INTO ledger_entries SELECT ${posting(n)}, 1, ${account(to)}, ${amount} FROM n`,
    ]),
    ...postings.map(
      ([kind], n) =>
        `${each} INSERT INTO ledger_postings SELECT ${posting(n)}, '${kind} pi_' || i, '${kind}', ${order}, ${at} FROM n`,
    ),
    `${each} INSERT INTO disputes (id, processor_id, order_id, state, reason, amount_minor, currency, needs_answer, answers, opened_at, ended_at, artist_id)
      SELECT ${id(13, at, 'i')}, 'dp_' || i, ${order}, 'KEPT', 'fraudulent', 700, 'usd', 0, 0, ${at}, ${at}, ${sellerOf} FROM n WHERE i % 100 = 0 OR i < 200`,
  ]
}

const batches = 25

const codes = (inBatch: number, { cassetId }: Person, now: number) => [
  `${count(0, batches)} INSERT INTO code_batches (id, casset_id, label, created_at)
    SELECT ${id(14, String(now), 'i')}, '${cassetId}', 'Batch ' || i, ${now} FROM n`,
  `${count(0, batches * inBatch)} INSERT INTO codes (code_hash, batch_id)
    SELECT printf('%064x', i), ${id(14, String(now), `(i % ${batches})`)} FROM n`,
]
