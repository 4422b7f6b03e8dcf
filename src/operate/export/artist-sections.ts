import type { Section } from './section.ts'

const nothing = ['']
const beginning = [-1]
const few = 5

/** What somebody made and sold. Who bought it is left out. */
export const artistSections: readonly Section[] = [
  {
    name: 'cassets',
    isOfCasset: true,
    start: beginning,
    sql: `SELECT id, slug, name, price_minor, currency, published AS is_published, published_at, privacy, theme_tokens AS json_theme_tokens,
        background_source, background_asset_id AS background_id, pattern_id, footer_theme, cover_asset_id AS cover_id, created_at, rowid AS k0
      FROM cassets WHERE id = $cassetId AND artist_id = $artistId AND rowid > $k0`,
  },
  {
    name: 'tracks',
    isOfCasset: true,
    start: [-1, -1],
    folder: 'tracks',
    sql: `SELECT t.id, t.casset_id, t.title, t.kind, t.position, t.active AS is_active, t.withdrawn_at, t.lyrics, t.isrc, t.iswc, t.mbid,
        t.ai_disclosure AS json_ai_disclosure, t.stems_asset_id AS stems_id, t.status, t.problem, t.file_name, t.format, t.bytes,
        t.sha256, t.sample_rate, t.bit_depth, t.duration_sec, t.loudness_lufs, t.hook_id, t.hook_start_sec, t.hook_duration_sec,
        t.created_at, t.position AS k0, t.rowid AS k1
      FROM tracks t JOIN cassets c ON c.id = $cassetId
      WHERE t.casset_id = $cassetId AND coalesce(t.contributor_id, c.artist_id) = $artistId AND (t.position, t.rowid) > ($k0, $k1)
      ORDER BY t.position, t.rowid LIMIT $limit`,
  },
  {
    name: 'emoji',
    isOfCasset: true,
    start: [-1, -1],
    folder: 'emoji',
    sql: `SELECT e.id, e.shortcode, e.content_type, e.price_minor, c.currency, e.sha256, e.bytes, e.created_at, e.withdrawn_at,
        e.shortcode || '.' || substr(e.content_type, 7) AS file_name, e.bytes AS k0, e.rowid AS k1
      FROM emojis e JOIN cassets c ON c.id = $cassetId AND c.artist_id = $artistId
      WHERE e.casset_id = $cassetId AND (e.bytes, e.rowid) > ($k0, $k1) ORDER BY e.bytes, e.rowid LIMIT $limit`,
  },
  {
    name: 'download-codes',
    isOfCasset: true,
    start: nothing,
    sql: `SELECT b.label, b.codes, b.redeemed, b.created_at, b.expires_at, b.revoked_at, b.id AS k0
      FROM code_batches b JOIN cassets c ON c.id = $cassetId AND c.artist_id = $artistId
      WHERE b.casset_id = $cassetId AND b.id > $k0 ORDER BY b.id LIMIT $limit`,
  },
  {
    name: 'sales',
    isOfCasset: true,
    start: [-1, ''],
    sql: `SELECT o.id, o.kind, e.shortcode AS emoji, o.subject, o.mode, o.amount_minor, o.currency, o.card_country, o.billing_country,
        o.paid_at, r.number AS receipt_number, o.paid_at AS k0, o.id AS k1
      FROM orders o JOIN cassets c ON c.id = $cassetId AND c.artist_id = $artistId AND c.slug IS NULL
        LEFT JOIN emojis e ON e.id = o.thing_id LEFT JOIN receipts r ON r.order_id = o.id
      WHERE o.casset_id = $cassetId AND o.state = 'PAID' AND (o.paid_at, o.id) > ($k0, $k1)
      ORDER BY o.paid_at, o.id LIMIT $limit`,
  },
  {
    name: 'shared-sales',
    start: [-1, ''],
    sql: `SELECT o.id, o.kind, c.slug AS casset, o.mode, o.amount_minor, o.currency, p.basis_points, o.card_country, o.billing_country,
        p.paid_at, r.number AS receipt_number, p.paid_at AS k0, p.order_id AS k1
      FROM order_parts p JOIN orders o ON o.id = p.order_id JOIN cassets c ON c.id = o.casset_id
        LEFT JOIN receipts r ON r.order_id = o.id
      WHERE p.artist_id = $artistId AND p.paid_at IS NOT NULL AND (p.paid_at, p.order_id) > ($k0, $k1)
      ORDER BY p.paid_at, p.order_id LIMIT $limit`,
  },
  {
    name: 'co-cassets',
    start: nothing,
    sql: `SELECT c.id, c.slug, c.name, m.invited_at, m.joined_at, m.left_at, m.casset_id AS k0
      FROM co_members m JOIN cassets c ON c.id = m.casset_id
      WHERE m.artist_id = $artistId AND m.casset_id > $k0 ORDER BY m.casset_id LIMIT $limit`,
  },
  {
    name: 'co-casset-splits',
    isOfCasset: true,
    start: beginning,
    sql: `SELECT s.casset_id, p.basis_points, p.accepted_at, s.held_at, s.created_at, s.rowid AS k0
      FROM co_splits s JOIN co_split_parts p ON p.splits_id = s.id AND p.artist_id = $artistId
      WHERE s.casset_id = $cassetId AND s.ended_at IS NULL AND s.rowid > $k0`,
  },
  {
    name: 'co-casset-messages',
    start: beginning,
    sql: `SELECT casset_id, text, created_at, rowid AS k0 FROM co_messages
      WHERE artist_id = $artistId AND rowid > $k0 ORDER BY rowid LIMIT $limit`,
  },
  {
    name: 'drops',
    start: nothing,
    sql: `SELECT id, hook_id, mode, state, title, brief, terms, ends_at, split AS json_split, min_account_age_days, created_at, opened_at,
        closed_at, id AS k0
      FROM campaigns WHERE artist_id = $artistId AND id > $k0 ORDER BY id LIMIT $limit`,
  },
  {
    name: 'releases',
    isOfCasset: true,
    start: nothing,
    sql: `SELECT r.id, r.title, r.type, r.upc, r.mbid, r.release_date, r.label, r.contributors AS json_contributors,
        r.rights_scopes AS json_rights_scopes, r.created_at, r.updated_at, r.id AS k0
      FROM releases r JOIN cassets c ON c.id = $cassetId AND c.artist_id = $artistId
      WHERE r.casset_id = $cassetId AND r.id > $k0 ORDER BY r.id LIMIT $limit`,
  },
  {
    name: 'release-policies',
    isOfCasset: true,
    start: ['', ''],
    sql: `SELECT p.release_id, p.scope, p.decision, p.price_minor, p.currency, p.terms, p.contact, p.updated_at,
        r.id AS k0, p.scope AS k1
      FROM releases r JOIN cassets c ON c.id = $cassetId AND c.artist_id = $artistId JOIN release_policies p ON p.release_id = r.id
      WHERE r.casset_id = $cassetId AND r.id >= $k0 AND (r.id > $k0 OR p.scope > $k1) ORDER BY r.id, p.scope LIMIT $limit`,
  },
  {
    name: 'release-versions',
    isOfCasset: true,
    start: ['', -1],
    atOnce: few,
    sql: `SELECT v.release_id, v.canonical_version, v.manifest_status, v.problem, v.notes, v.canonical_hash, v.manifest, v.proof,
        v.log_position, v.created_at, v.issued_at, p.k0, p.k1
      FROM (SELECT n.id AS version_id, r.id AS k0, n.canonical_version AS k1
        FROM releases r JOIN cassets c ON c.id = $cassetId AND c.artist_id = $artistId JOIN release_versions n ON n.release_id = r.id
        WHERE r.casset_id = $cassetId AND r.id >= $k0 AND (r.id > $k0 OR n.canonical_version > $k1)
        ORDER BY r.id, n.canonical_version LIMIT $limit) p
      JOIN release_versions v ON v.id = p.version_id ORDER BY p.k0, p.k1`,
  },
]
