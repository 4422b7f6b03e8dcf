import type { Accounts } from '../platform/http/accounts.ts'
import { accountExists, hasNoQuota } from './account-exists.ts'
import { refuseOldSession, viewerOfToken } from './viewer.ts'

/** The questions that platform has about accounts. */
export const accounts: Accounts = { viewerOfToken, refuseOldSession, exists: accountExists, hasNoQuota }
