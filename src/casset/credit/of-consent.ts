import { and, eq } from 'drizzle-orm'
import { creditConsents, creditedAccounts } from '../../../db/schema/casset/credit.ts'

/** The condition of a name on a track that a consent is about. */
export const isOfConsent = and(
  eq(creditConsents.cassetId, creditedAccounts.cassetId),
  eq(creditConsents.artistId, creditedAccounts.artistId),
  eq(creditConsents.name, creditedAccounts.name),
)
