import { disputeNotification } from '../../money/order/dispute-notification.ts'
import { refundNotification } from '../../money/order/refund-notification.ts'
import { saleNotification } from '../../money/order/sale-notification.ts'
import { licenseNotification } from '../../release/license/tell-contact.ts'
import type { Section } from './section.ts'

// They name buyers, and who asked for a license and where they are answered: that is not their reader's own.
const ofBuyers = [saleNotification, refundNotification, disputeNotification, licenseNotification]
  .map(({ kind }) => `'${kind}'`)
  .join(', ')

const nothing = ['']
const beginning = [-1]

/** What somebody's account holds: who they are, how they sign in, what they set. Nothing that lets anybody in. */
export const personSections: readonly Section[] = [
  {
    name: 'account',
    start: beginning,
    sql: `SELECT id, email, email_verified_at, role, trusted AS is_trusted, second_factor AS is_second_step_asked, created_at, rowid AS k0
      FROM users WHERE id = $userId AND rowid > $k0`,
  },
  {
    name: 'profile',
    start: beginning,
    sql: `SELECT id, handle, display_name, bio, location, pronouns, socials AS json_socials, profile_flag, verified AS is_verified,
        makes_music AS is_making_music, pfp_asset_id AS picture_id, created_at, rowid AS k0,
        (SELECT followers FROM follow_counts WHERE artist_id = $artistId) AS followers
      FROM artists WHERE id = $artistId AND rowid > $k0`,
  },
  {
    name: 'former-handles',
    start: beginning,
    sql: `SELECT handle, left_at, rowid AS k0 FROM former_handles WHERE artist_id = $artistId AND rowid > $k0
      ORDER BY rowid LIMIT $limit`,
  },
  {
    name: 'linked-accounts',
    start: nothing,
    sql: `SELECT provider, email, created_at, provider AS k0 FROM identities WHERE user_id = $userId AND provider > $k0
      ORDER BY provider LIMIT $limit`,
  },
  {
    name: 'passkeys',
    start: nothing,
    sql: `SELECT name, created_at, used_at, id AS k0 FROM passkeys WHERE user_id = $userId AND id > $k0
      ORDER BY id LIMIT $limit`,
  },
  {
    name: 'sessions',
    start: beginning,
    sql: `SELECT user_agent, created_at, seen_at, expires_at, rowid AS k0 FROM sessions
      WHERE user_id = $userId AND rowid > $k0 ORDER BY rowid LIMIT $limit`,
  },
  {
    name: 'account-activity',
    start: nothing,
    sql: `SELECT what, times, address, user_agent, at AS happened_at, id AS k0 FROM activities
      WHERE user_id = $userId AND id > $k0 ORDER BY id LIMIT $limit`,
  },
  {
    name: 'sandbox-credentials',
    start: nothing,
    sql: `SELECT name, created_at, id AS k0 FROM sandbox_credentials WHERE user_id = $userId AND id > $k0
      ORDER BY id LIMIT $limit`,
  },
  {
    name: 'payment-customers',
    start: nothing,
    sql: `SELECT mode, customer_id, created_at, mode AS k0 FROM customers WHERE user_id = $userId AND mode > $k0 AND customer_id <> ''
      ORDER BY mode LIMIT $limit`,
  },
  {
    name: 'tax-details',
    start: nothing,
    sql: `SELECT legal_name, address, tax_id, note, price_note, changed_at, artist_id AS k0 FROM tax_details
      WHERE artist_id = $artistId AND artist_id > $k0`,
  },
  {
    name: 'notification-preferences',
    start: nothing,
    sql: `SELECT collects AS is_told_of_collects, shares AS is_told_of_shares, comments AS is_told_of_comments,
        drop_joins AS is_told_of_drop_joins, rewards AS is_told_of_rewards, gathers_mail AS is_sent_letters, user_id AS k0
      FROM notification_boxes WHERE user_id = $userId AND user_id > $k0`,
  },
  {
    name: 'notifications',
    start: beginning,
    sql: `SELECT n.kind, iif(n.kind IN (${ofBuyers}), NULL, a.handle) AS by_handle,
        iif(n.kind IN (${ofBuyers}), NULL, json_remove(n.details, '$.authorId')) AS json_details, n.created_at, n.read_at, n.position AS k0
      FROM notifications n LEFT JOIN artists a ON a.id = n.actor_id
      WHERE n.user_id = $userId AND n.position > $k0 ORDER BY n.position LIMIT $limit`,
  },
  {
    name: 'uploads',
    start: [-1, -1, -1],
    folder: 'uploads',
    sql: `SELECT id, kind, name AS file_name, content_type, sha256, bytes, width, height, duration_sec, created_at,
        bytes AS k0, variant_bytes AS k1, rowid AS k2
      FROM assets WHERE user_id = $userId AND (bytes, variant_bytes, rowid) > ($k0, $k1, $k2)
      ORDER BY bytes, variant_bytes, rowid LIMIT $limit`,
  },
]
