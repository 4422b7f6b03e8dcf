import type { Accounts } from '../../platform/http/session/accounts.ts'
import { accountExists, hasNoQuota, standingOf } from '../account-exists.ts'
import { cassetsOf } from '../cassets.ts'
import { ownAnswers } from '../email/answers-to.ts'
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
  answersAbout(ctx, cassetId) {
    const artistId = cassetsOf(ctx).soleArtist(ctx, cassetId)
    return artistId === null ? null : ownAnswers(ctx, artistId)
  },
  hasNoQuota,
}
