import type { Accounts } from '../../platform/http/session/accounts.ts'
import { accountExists, hasNoQuota, standingOf } from '../account-exists.ts'
import { ownerOf } from '../owner/make-owner.ts'
import { readerOf } from '../person-of.ts'
import { refuseOldSession, viewerOfToken } from '../session/viewer.ts'

export const accounts: Accounts = {
  viewerOfToken,
  refuseOldSession,
  standingOf,
  hasOwner: (ctx) => ownerOf(ctx) !== undefined,
  exists: accountExists,
  readerOf,
  hasNoQuota,
}
