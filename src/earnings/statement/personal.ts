import type { Personal } from '../../platform/personal.ts'

/** The monthly statements of an artist. They are books, and stay. */
export const statementPersonal: Personal = {
  sections: [
    {
      name: 'statements',
      start: ['', 0],
      sql: `SELECT number, month, mode, issued_at, is_self_billed, artist_name, artist_handle, artist_address, artist_tax_id,
          (SELECT json_group_array(json_object('currency', currency, 'openingMinor', opening_minor, 'closingMinor', closing_minor))
            FROM statement_sums WHERE statement_id = id) AS sums,
          (SELECT json_group_array(json_object('currency', currency, 'waitsFor', waits_for, 'amountMinor', amount_minor))
            FROM statement_waits WHERE statement_id = id) AS waiting, mode AS k0, month AS k1
        FROM statements WHERE artist_id = $artistId AND (mode, month) > ($k0, $k1) ORDER BY mode, month LIMIT $limit`,
    },
  ],
}
