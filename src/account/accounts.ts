import type { Accounts } from '../platform/http/accounts.ts'
import { accountExists, hasNoQuota } from './account-exists.ts'
import { refuseOldSession, viewerOfToken } from './viewer.ts'

/** What platform asks of accounts. */
export const accounts: Accounts = { viewerOfToken, refuseOldSession, exists: accountExists, hasNoQuota }
