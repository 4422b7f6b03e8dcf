import { rawStatement } from '../../../db/prepared.ts'
import type { Ctx } from '../../context.ts'
import { mostFailures } from '../letter/find-readers.ts'
import type { LeftReason } from './model.ts'

export type Known = { email: string; isOnList: number; hasLeft: number; wasAsked: number; isFailing: number }

// Raw: a list as a table.
const known = rawStatement<Known, [string, string, number]>(
  `SELECT value AS email,
      EXISTS (SELECT 1 FROM mailing_consents WHERE artist_id = ?2 AND email = value AND ended_at IS NULL) AS isOnList,
      EXISTS (SELECT 1 FROM mailing_consents WHERE artist_id = ?2 AND email = value AND ended_at IS NOT NULL)
        OR EXISTS (SELECT 1 FROM letter_readers WHERE artist_id = ?2 AND email = value AND ended_at IS NOT NULL)
        AS hasLeft,
      EXISTS (SELECT 1 FROM opt_ins WHERE artist_id = ?2 AND email = value) AS wasAsked,
      EXISTS (SELECT 1 FROM failing_addresses WHERE email = value AND failures >= ?3) AS isFailing
    FROM json_each(?1)`,
)

/** Returns what is known of these addresses, in their order. */
export const knownOf = ({ db }: Ctx, artistId: string, emails: readonly string[]): Known[] =>
  known(db).all(JSON.stringify(emails), artistId, mostFailures)

/** Returns why an address is not asked; undefined if it is. `own`: the artist's own address. */
export function reasonOf(known: Known, own: string | null): LeftReason | undefined {
  if (known.email === own) return 'OWN'
  if (known.isOnList) return 'ON_LIST'
  if (known.hasLeft) return 'LEFT'
  if (known.wasAsked) return 'ASKED'
  return known.isFailing ? 'FAILING' : undefined
}
