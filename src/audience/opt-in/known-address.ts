import { type Static, Type as t } from '@sinclair/typebox'
import { rawStatement } from '../../../db/prepared.ts'
import type { Ctx } from '../../context.ts'
import { mostFailures } from '../../platform/mail/failing-address.ts'
import type { LeftReason } from './model.ts'

const Known = t.Object({
  email: t.String(),
  isOnList: t.Integer(),
  leftAt: t.Union([t.Integer(), t.Null()]),
  wasAsked: t.Integer(),
  isFailing: t.Integer(),
})
export type Known = Static<typeof Known>

// Raw: a list as a table.
const known = rawStatement<typeof Known, [string, string, number]>(
  Known,
  `SELECT value AS email,
      EXISTS (SELECT 1 FROM mailing_consents WHERE artist_id = ?2 AND email = value AND ended_at IS NULL) AS isOnList,
      (SELECT max(ended_at) FROM (
        SELECT ended_at FROM mailing_consents WHERE artist_id = ?2 AND email = value AND ended_at IS NOT NULL
        UNION ALL
        SELECT ended_at FROM letter_readers WHERE artist_id = ?2 AND email = value AND ended_at IS NOT NULL
      )) AS leftAt,
      EXISTS (SELECT 1 FROM opt_ins WHERE artist_id = ?2 AND email = value AND agreed_by <> 'page') AS wasAsked,
      EXISTS (SELECT 1 FROM failing_addresses WHERE email = value AND failures >= ?3) AS isFailing
    FROM json_each(?1)`,
)

/** Returns what is known of these addresses, in their order. */
export const knownOf = ({ db }: Ctx, artistId: string, emails: readonly string[]): Known[] =>
  known(db).all(JSON.stringify(emails), artistId, mostFailures)

/**
 * Returns why an address that an artist brings is not asked; undefined if it is. `own`: the
 * artist's own address.
 */
export function reasonOf(known: Known, own: string | null): LeftReason | undefined {
  if (known.email === own) return 'OWN'
  if (known.isOnList) return 'ON_LIST'
  if (known.leftAt !== null) return 'LEFT'
  if (known.wasAsked) return 'ASKED'
  return known.isFailing ? 'FAILING' : undefined
}
