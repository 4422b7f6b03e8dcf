import { dayMs } from '../../lib/calendar.ts'

/**
 * A kind of sums that triggers of the database keep. `differing` finds those that are not what they sum: whose, on which
 * day, in which mode (0 and nothing where they have none). `repair` adds up again the one that has these as parameters,
 * with the span of its day and the ids of the postings in it.
 */
export type KeptSums = { differing: string; repair: readonly string[] }

const heading = `CASE p.kind WHEN 'SALE' THEN coalesce((SELECT kind FROM orders WHERE id = p.order_id), 'casset')
  ELSE p.kind END`

const days: KeptSums = {
  differing: `SELECT DISTINCT account_id AS whose, day, '' AS mode FROM (
      SELECT account_id, day, heading FROM (
        SELECT account_id, day, heading, amount_minor FROM ledger_days
        UNION ALL SELECT e.account_id, p.created_at / ${dayMs}, ${heading}, -e.amount_minor
          FROM ledger_postings p JOIN ledger_entries e ON e.posting_id = p.id
      ) GROUP BY account_id, day, heading HAVING sum(amount_minor) <> 0
    ) ORDER BY whose, day`,
  repair: [
    'DELETE FROM ledger_days WHERE account_id = $whose AND day = $day',
    `INSERT INTO ledger_days (account_id, day, heading, amount_minor)
      SELECT e.account_id, $day, ${heading} AS heading, sum(e.amount_minor)
      FROM ledger_entries e JOIN ledger_postings p ON p.id = e.posting_id
      WHERE e.account_id = $whose AND e.posting_id > $after AND e.posting_id <= $last AND p.created_at / ${dayMs} = $day
      GROUP BY heading`,
  ],
}

const balances: KeptSums = {
  differing: `SELECT account_id AS whose, 0 AS day, '' AS mode FROM (
      SELECT account_id, amount_minor FROM ledger_balances
      UNION ALL SELECT account_id, -amount_minor FROM ledger_entries
    ) GROUP BY account_id HAVING sum(amount_minor) <> 0 ORDER BY account_id`,
  repair: [
    'DELETE FROM ledger_balances WHERE account_id = $whose',
    `INSERT INTO ledger_balances (account_id, amount_minor)
      SELECT account_id, sum(amount_minor) FROM ledger_entries WHERE account_id = $whose GROUP BY account_id`,
  ],
}

const collects: KeptSums = {
  differing: `SELECT casset_id AS whose, day, mode FROM (
      SELECT casset_id, day, mode, collects, amount_minor FROM collect_days
      UNION ALL SELECT p.casset_id, p.purchased_at / ${dayMs}, p.mode, -1, -o.amount_minor
        FROM purchases p JOIN orders o ON o.id = p.order_id WHERE p.ended_at IS NULL
    ) GROUP BY casset_id, day, mode HAVING sum(collects) <> 0 OR sum(amount_minor) <> 0 ORDER BY casset_id, day, mode`,
  repair: [
    'DELETE FROM collect_days WHERE casset_id = $whose AND day = $day AND mode = $mode',
    `INSERT INTO collect_days (casset_id, mode, day, collects, amount_minor)
      SELECT p.casset_id, p.mode, $day, count(*), sum(o.amount_minor)
      FROM purchases p JOIN orders o ON o.id = p.order_id
      WHERE p.casset_id = $whose AND p.purchased_at >= $from AND p.purchased_at < $until AND p.ended_at IS NULL
        AND p.mode = $mode
      GROUP BY p.casset_id`,
  ],
}

const sold: KeptSums = {
  differing: `SELECT DISTINCT casset_id AS whose, 0 AS day, mode FROM (
      SELECT casset_id, mode FROM (
        SELECT casset_id, mode, currency, amount_minor FROM sold_sums
        UNION ALL SELECT casset_id, mode, currency, -amount_minor FROM orders WHERE state = 'PAID' AND kind <> 'prize'
      ) GROUP BY casset_id, mode, currency HAVING sum(amount_minor) <> 0
    ) ORDER BY whose, mode`,
  repair: [
    'DELETE FROM sold_sums WHERE casset_id = $whose AND mode = $mode',
    `INSERT INTO sold_sums (casset_id, mode, currency, amount_minor)
      SELECT casset_id, mode, currency, sum(amount_minor) FROM orders
      WHERE casset_id = $whose AND mode = $mode AND state = 'PAID' AND kind <> 'prize'
      GROUP BY casset_id, mode, currency`,
  ],
}

const holders: KeptSums = {
  differing: `SELECT emoji_id AS whose, 0 AS day, mode FROM (
      SELECT emoji_id, mode, holders FROM emoji_holders
      UNION ALL SELECT emoji_id, mode, -1 FROM emoji_purchases WHERE ended_at IS NULL
    ) GROUP BY emoji_id, mode HAVING sum(holders) <> 0 ORDER BY emoji_id, mode`,
  repair: [
    'DELETE FROM emoji_holders WHERE emoji_id = $whose AND mode = $mode',
    `INSERT INTO emoji_holders (emoji_id, mode, holders)
      SELECT emoji_id, mode, count(*) FROM emoji_purchases
      WHERE emoji_id = $whose AND mode = $mode AND ended_at IS NULL GROUP BY emoji_id, mode`,
  ],
}

const codes: KeptSums = {
  differing: `SELECT id AS whose, 0 AS day, '' AS mode FROM code_batches LEFT JOIN codes ON batch_id = id
    GROUP BY id HAVING codes <> count(code_hash) OR redeemed <> count(order_id) ORDER BY id`,
  repair: [
    `UPDATE code_batches SET codes = (SELECT count(*) FROM codes WHERE batch_id = $whose),
      redeemed = (SELECT count(order_id) FROM codes WHERE batch_id = $whose) WHERE id = $whose`,
  ],
}

const points = {
  likes: `(SELECT count(*) FROM submission_likes l WHERE l.submission_id = e.submission_id AND l.counts
    AND l.user_id <> e.user_id AND l.created_at <= c.ends_at)`,
  collects: `(SELECT count(*) FROM referral_links l JOIN referral_credits r ON r.code = l.code AND r.ended_at IS NULL
    WHERE l.user_id = e.user_id AND l.casset_id = c.casset_id AND r.user_id <> e.user_id AND r.mode IN (c.mode, 'free')
      AND r.credited_at BETWEEN c.opened_at AND c.ends_at)`,
} as const

// Those of drops that have been closed stay as they were.
const scores: KeptSums = {
  differing: `SELECT e.submission_id AS whose, 0 AS day, '' AS mode FROM campaigns c
    JOIN campaign_entries e ON e.campaign_id = c.id
    WHERE c.state = 'OPEN' AND (likes <> ${points.likes} OR collects <> ${points.collects} OR score <> likes + 3 * collects)
    ORDER BY whose`,
  repair: [
    `UPDATE campaign_entries AS e SET likes = ${points.likes}, collects = ${points.collects} FROM campaigns c
      WHERE c.id = e.campaign_id AND e.submission_id = $whose`,
    'UPDATE campaign_entries SET score = likes + 3 * collects WHERE submission_id = $whose',
  ],
}

const isSigned = (release: string) =>
  `EXISTS (SELECT 1 FROM release_versions WHERE release_id = ${release} AND manifest_status = 'READY')`
const isPublic = "published AND privacy = 'public'"

// Whether a casset is listed is kept with what its releases decide.
const decided: KeptSums = {
  differing: `SELECT DISTINCT casset_id AS whose, 0 AS day, '' AS mode FROM (
      SELECT casset_id, sum(releases) AS off FROM (
        SELECT casset_id, scope, decision, releases FROM casset_decisions
        UNION ALL SELECT r.casset_id, p.scope, p.decision, -1 FROM releases r
          JOIN release_policies p ON p.release_id = r.id WHERE ${isSigned('r.id')}
      ) GROUP BY casset_id, scope, decision
      UNION ALL SELECT d.casset_id, d.is_listed <> (${isPublic}) FROM casset_decisions d JOIN cassets c ON c.id = casset_id
    ) WHERE off <> 0 ORDER BY whose`,
  repair: [
    'DELETE FROM listed_cassets WHERE casset_id = $whose',
    `INSERT INTO listed_cassets (casset_id) SELECT id FROM cassets WHERE id = $whose AND ${isPublic}`,
    'DELETE FROM casset_decisions WHERE casset_id = $whose',
    `INSERT INTO casset_decisions (casset_id, scope, decision, releases, is_listed)
      SELECT casset_id, scope, decision, count(*), EXISTS (SELECT 1 FROM listed_cassets WHERE casset_id = $whose)
      FROM releases r JOIN release_policies ON release_id = r.id WHERE casset_id = $whose AND ${isSigned('r.id')}
      GROUP BY scope, decision`,
  ],
}

const signedReleases = `SELECT casset_id, id FROM releases WHERE ${isSigned('releases.id')}`

const publishedReleases: KeptSums = {
  differing: `SELECT DISTINCT casset_id AS whose, 0 AS day, '' AS mode FROM (
      SELECT * FROM (${signedReleases} EXCEPT SELECT * FROM published_releases)
      UNION ALL SELECT * FROM (SELECT * FROM published_releases EXCEPT ${signedReleases})
    ) ORDER BY whose`,
  repair: [
    'DELETE FROM published_releases WHERE casset_id = $whose',
    `INSERT INTO published_releases SELECT * FROM (${signedReleases}) WHERE casset_id = $whose`,
  ],
}

/** Every kind of them, in the order of the doctor's report. */
export const keptSums: readonly KeptSums[] = [
  days,
  balances,
  collects,
  sold,
  holders,
  codes,
  scores,
  decided,
  publishedReleases,
]
