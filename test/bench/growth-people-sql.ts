import type { Person } from '../support/world.ts'
import { count, id } from './growth-rows.ts'

/** `times` is how often each thing is done, `others` by how many people, from `start` on (ms). */
export type Doings = { times: number; others: number; start: number; seller: Person; collector: Person }

/** Everything is done once a sale, but drops and releases once in a dozen sales. */
const perDrop = 12

/**
 * Returns the statements that fill the room, hooks, clips, shares, followers, drops and drafts of
 * the seller, and what the collector is told. The log has a bench of its own, with a million
 * entries.
 */
export function peopleSql({ times, others, start, seller, collector }: Doings): string[] {
  const each = count(0, times)
  const eachDrop = count(0, Math.max(1, Math.floor(times / perDrop)))
  const at = `${start} + i`
  const person = id(1, `${start} + 3 + i % ${others}`, `(3 + i % ${others})`)
  const follower = id(1, at, 'i')
  const hook = `(SELECT hook_id FROM tracks WHERE casset_id = '${seller.cassetId}' ORDER BY position LIMIT 1)`
  const title = (what: string) => `'${what} number ' || i`
  return [
    `INSERT OR IGNORE INTO rooms (casset_id, last_event) VALUES ('${seller.cassetId}', ${times})`,
    `${each} INSERT INTO comments (id, casset_id, author_id, hook_id, at_sec, text, event_id, created_at)
      SELECT ${id(20, at, 'i')}, '${seller.cassetId}', ${person}, iif(i % 4 = 0, ${hook}, NULL), iif(i % 4 = 0, 1.5, NULL),
        ${title('Comment')}, i + 1, ${at} FROM n`,
    `${count(3, others + 3)} INSERT INTO follows (user_id, artist_id, created_at) SELECT ${follower}, '${seller.artistId}', ${at} FROM n`,
    `${count(3, others + 3)} INSERT OR IGNORE INTO hook_likes (hook_id, user_id, created_at) SELECT ${hook}, ${follower}, ${at} FROM n`,
    `${each} INSERT INTO shares (id, casset_id, user_id, channel, created_at)
      SELECT ${id(21, at, 'i')}, '${seller.cassetId}', ${person}, 'link', ${at} FROM n`,
    `${each} INSERT INTO submissions (id, hook_id, casset_id, user_id, url, caption, status, created_at, decided_at)
      SELECT ${id(22, at, 'i')}, ${hook}, '${seller.cassetId}', ${person}, 'https://example.com/' || i, ${title('Clip')},
        'ACCEPTED', ${at}, ${at} FROM n`,
    `${each} INSERT INTO notifications (id, user_id, position, event_key, kind, details, created_at)
      SELECT ${id(23, at, 'i')}, '${collector.userId}', i + 1, 'follow:' || i, 'follow', '{"slug":"collector"}', ${at} FROM n`,
    `INSERT INTO notification_boxes (user_id, last_position, unread) VALUES ('${collector.userId}', ${times}, ${times})
      ON CONFLICT DO UPDATE SET last_position = excluded.last_position, unread = excluded.unread`,
    `${eachDrop} INSERT INTO campaigns (id, artist_id, casset_id, hook_id, mode, state, title, brief, terms, ends_at, split,
        min_account_age_days, created_at, opened_at)
      SELECT ${id(24, at, 'i')}, '${seller.artistId}', '${seller.cassetId}', ${hook}, 'live', 'OPEN', ${title('Drop')}, 'Make a clip.',
        'Anybody.', ${start} + 800 * 86400000, '[10000]', 0, ${at}, ${at} FROM n`,
    `${count(3, others + 3)} INSERT INTO campaign_entries (submission_id, campaign_id, user_id, likes, score)
      SELECT ${id(22, `${start} + i - 3`, '(i - 3)')}, ${id(24, `${start}`, '0')}, ${follower}, i % 50, i % 50 FROM n WHERE i - 3 < ${times}`,
    `${eachDrop} INSERT INTO releases (id, casset_id, title, type, created_at, updated_at)
      SELECT ${id(25, at, 'i')}, '${seller.cassetId}', ${title('Release')}, 'EP', ${at}, ${at} FROM n`,
  ]
}
