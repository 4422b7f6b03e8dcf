import type { KeptSums } from '../platform/kept-sums.ts'

const points = {
  likes: `(SELECT count(*) FROM submission_likes l WHERE l.submission_id = e.submission_id AND l.counts
    AND l.user_id <> e.user_id AND l.created_at <= c.ends_at)`,
  collects: `(SELECT count(*) FROM referral_links l JOIN referral_credits r ON r.code = l.code AND r.ended_at IS NULL
    WHERE l.user_id = e.user_id AND l.casset_id = c.casset_id AND r.user_id <> e.user_id AND r.mode IN (c.mode, 'free')
      AND r.credited_at BETWEEN c.opened_at AND c.ends_at)`,
} as const

/** The scores in open drops; those of closed drops no longer change. */
export const scoreSums: KeptSums = {
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
