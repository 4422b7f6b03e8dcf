import { eq } from 'drizzle-orm'
import { accountExports } from '../../../db/schema/operate/export.ts'
import type { Personal } from '../../platform/personal.ts'
import { dropExportFiles } from './end-exports.ts'

/** Data of somebody or of an order that several rooms share, and the zips of all of it. */
export const exportPersonal: Personal = {
  sections: [
    {
      name: 'profile',
      start: [-1],
      sql: `SELECT id, handle, display_name, bio, location, pronouns, writes_in, socials AS json_socials, profile_flag, verified AS is_verified,
          makes_music AS is_making_music, tells_purchases AS is_telling_purchases, takes_answers AS is_taking_answers, pfp_asset_id AS picture_id, created_at, rowid AS k0,
          (SELECT followers FROM follow_counts WHERE artist_id = $artistId) AS followers
        FROM artists WHERE id = $artistId AND rowid > $k0`,
    },
    {
      name: 'orders',
      start: [''],
      sql: `SELECT o.id, o.kind, a.handle AS artist, c.name AS casset, o.subject, o.message, o.discount_code, o.mode,
          o.amount_minor, o.currency, o.card_country, o.billing_country, o.vat_country, o.vat_basis_points, o.vat_minor, o.created_at,
          o.paid_at,
          coalesce(p.status, t.status, h.status, f.status) AS status, coalesce(p.ended_at, t.ended_at, h.ended_at, f.ended_at) AS ended_at,
          r.number AS receipt_number, r.what, r.seller_name, r.seller_legal_name, r.seller_address, r.seller_tax_id, r.owner_name,
          r.owner_address, r.owner_tax_id, r.tax_note, r.card_brand, r.card_last4, r.issued_at AS receipt_issued_at, o.id AS k0
        FROM orders o JOIN cassets c ON c.id = o.casset_id JOIN artists a ON a.id = c.artist_id
          LEFT JOIN receipts r ON r.order_id = o.id
          LEFT JOIN purchases p ON p.order_id = o.id AND p.casset_id = o.casset_id LEFT JOIN tips t ON t.order_id = o.id
          LEFT JOIN emoji_purchases h ON h.order_id = o.id LEFT JOIN campaign_contributions f ON f.order_id = o.id
        WHERE coalesce(o.user_id, o.holder_id) = $userId AND o.state = 'PAID' AND o.id > $k0 ORDER BY o.id LIMIT $limit`,
    },
    {
      name: 'sales',
      isOfCasset: true,
      start: [-1, ''],
      sql: `SELECT o.id, o.kind, o.subject, o.mode, o.amount_minor, o.currency, o.card_country, o.billing_country,
          o.vat_country, o.vat_basis_points, o.vat_minor, o.paid_at, r.number AS receipt_number, o.paid_at AS k0, o.id AS k1
        FROM orders o JOIN cassets c ON c.id = $cassetId AND c.artist_id = $artistId AND c.slug IS NULL
          LEFT JOIN receipts r ON r.order_id = o.id
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
  ],
  erases: ['account_exports'],
  forget({ db }, { userId }) {
    db.delete(accountExports).where(eq(accountExports.userId, userId)).run()
  },
  erase: (ctx, { userId }) => dropExportFiles(ctx, userId),
}
