import type { Section } from './section.ts'

const nothing = ['']
const beginning = [-1]

const consents = `SELECT a.handle AS artist, m.email, m.text, m.given_at, m.given_from, m.ended_at`

/** What somebody did as a listener: what they collected and paid for, wrote, liked, followed, sent in and agreed to. */
export const fanSections: readonly Section[] = [
  {
    name: 'orders',
    start: nothing,
    sql: `SELECT o.id, o.kind, a.handle AS artist, c.name AS casset, e.shortcode AS emoji, o.subject, o.message, o.mode,
        o.amount_minor, o.currency, o.card_country, o.billing_country, o.created_at, o.paid_at,
        coalesce(p.status, t.status, h.status, f.status) AS status, coalesce(p.ended_at, t.ended_at, h.ended_at, f.ended_at) AS ended_at,
        r.number AS receipt_number, r.what, r.seller_name, r.seller_legal_name, r.seller_address, r.seller_tax_id, r.owner_name,
        r.owner_address, r.owner_tax_id, r.tax_note, r.card_brand, r.card_last4, r.issued_at AS receipt_issued_at, o.id AS k0
      FROM orders o JOIN cassets c ON c.id = o.casset_id JOIN artists a ON a.id = c.artist_id
        LEFT JOIN emojis e ON e.id = o.thing_id LEFT JOIN receipts r ON r.order_id = o.id
        LEFT JOIN purchases p ON p.order_id = o.id LEFT JOIN tips t ON t.order_id = o.id
        LEFT JOIN emoji_purchases h ON h.order_id = o.id LEFT JOIN campaign_contributions f ON f.order_id = o.id
      WHERE o.user_id = $userId AND o.state = 'PAID' AND o.id > $k0 ORDER BY o.id LIMIT $limit`,
  },
  {
    name: 'comments',
    start: nothing,
    sql: `SELECT m.id, a.handle AS artist, c.name AS casset, m.hook_id, m.at_sec, m.text, m.created_at, m.id AS k0
      FROM comments m JOIN cassets c ON c.id = m.casset_id JOIN artists a ON a.id = c.artist_id
      WHERE m.author_id = $userId AND m.removed_at IS NULL AND m.id > $k0 ORDER BY m.id LIMIT $limit`,
  },
  {
    name: 'reported-comments',
    start: beginning,
    sql: `SELECT comment_id, reason, created_at, rowid AS k0 FROM comment_reports
      WHERE reporter_id = $userId AND rowid > $k0 ORDER BY rowid LIMIT $limit`,
  },
  {
    name: 'likes',
    start: nothing,
    sql: `SELECT a.handle AS artist, t.title AS track, l.hook_id, l.created_at, l.hook_id AS k0
      FROM hook_likes l JOIN hooks h ON h.id = l.hook_id JOIN tracks t ON t.id = h.track_id
        JOIN cassets c ON c.id = t.casset_id JOIN artists a ON a.id = c.artist_id
      WHERE l.user_id = $userId AND l.hook_id > $k0 ORDER BY l.hook_id LIMIT $limit`,
  },
  {
    name: 'likes-of-clips',
    start: nothing,
    sql: `SELECT submission_id AS clip_id, created_at, submission_id AS k0 FROM submission_likes
      WHERE user_id = $userId AND submission_id > $k0 ORDER BY submission_id LIMIT $limit`,
  },
  {
    name: 'follows',
    start: nothing,
    sql: `SELECT a.handle AS artist, f.created_at, f.artist_id AS k0 FROM follows f JOIN artists a ON a.id = f.artist_id
      WHERE f.user_id = $userId AND f.artist_id > $k0 ORDER BY f.artist_id LIMIT $limit`,
  },
  {
    name: 'clips',
    start: ['', ''],
    sql: `SELECT s.id, a.handle AS artist, t.title AS track, s.url, s.asset_id AS upload_id, s.caption, s.status, s.reason, s.likes,
        d.title AS drop_title, n.score AS drop_score, s.created_at, s.decided_at, s.hook_id AS k0, s.id AS k1
      FROM submissions s JOIN cassets c ON c.id = s.casset_id JOIN artists a ON a.id = c.artist_id
        LEFT JOIN hooks h ON h.id = s.hook_id LEFT JOIN tracks t ON t.id = h.track_id
        LEFT JOIN campaigns d ON d.id = s.campaign_id LEFT JOIN campaign_entries n ON n.submission_id = s.id
      WHERE s.user_id = $userId AND (s.hook_id, s.id) > ($k0, $k1) ORDER BY s.hook_id, s.id LIMIT $limit`,
  },
  {
    name: 'shares',
    start: beginning,
    sql: `SELECT a.handle AS artist, c.name AS casset, s.channel, s.created_at, s.rowid AS k0
      FROM shares s JOIN cassets c ON c.id = s.casset_id JOIN artists a ON a.id = c.artist_id
      WHERE s.user_id = $userId AND s.rowid > $k0 ORDER BY s.rowid LIMIT $limit`,
  },
  {
    name: 'referral-links',
    start: nothing,
    sql: `SELECT r.code, a.handle AS artist, c.name AS casset, r.visits, r.created_at, r.casset_id AS k0,
        (SELECT count(*) FROM referral_credits WHERE code = r.code) AS collected
      FROM referral_links r JOIN cassets c ON c.id = r.casset_id JOIN artists a ON a.id = c.artist_id
      WHERE r.user_id = $userId AND r.casset_id > $k0 ORDER BY r.casset_id LIMIT $limit`,
  },
  {
    name: 'mailing-lists',
    start: nothing,
    sql: `${consents}, m.id AS k0 FROM mailing_consents m JOIN artists a ON a.id = m.artist_id
      WHERE m.user_id = $userId AND m.ended_at IS NULL AND m.id > $k0 ORDER BY m.id LIMIT $limit`,
  },
  {
    name: 'mailing-lists',
    start: nothing,
    sql: `${consents}, m.id AS k0 FROM mailing_consents m JOIN artists a ON a.id = m.artist_id
      WHERE m.email = $email AND m.user_id IS NULL AND m.ended_at IS NULL AND m.id > $k0 ORDER BY m.id LIMIT $limit`,
  },
  {
    name: 'mailing-lists',
    start: beginning,
    sql: `${consents}, m.rowid AS k0 FROM mailing_consents m JOIN artists a ON a.id = m.artist_id
      WHERE m.email = $email AND m.ended_at IS NOT NULL AND m.rowid > $k0 ORDER BY m.rowid LIMIT $limit`,
  },
]
