import type { Accounts } from '../platform/http/accounts.ts'
import { accountExists, hasNoQuota } from './account-exists.ts'
import { languageOfAddress } from './language.ts'
import { refuseOldSession, viewerOfToken } from './viewer.ts'

/** The answers of accounts to platform. */
export const accounts: Accounts = {
  viewerOfToken,
  refuseOldSession,
  exists: accountExists,
  languageOf: languageOfAddress,
  hasNoQuota,
}
