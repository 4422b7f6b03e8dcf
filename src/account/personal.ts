import { eq } from 'drizzle-orm'
import { artists, users } from '../../db/schema/account/account.ts'
import type { Ctx } from '../context.ts'
import { blankProfile } from '../lib/account/blank-profile.ts'
import { dropDeletedText } from '../platform/drop-deleted-text.ts'
import type { Leaving, Personal } from '../platform/personal.ts'

/** A person's identity here: their account and their profile. */
export const accountPersonal: Personal = {
  sections: [
    {
      name: 'account',
      start: [-1],
      sql: `SELECT id, email, email_verified_at, role, helper_role AS helps_with, suspended AS suspended_because_of, trusted AS is_trusted, second_factor AS is_second_step_asked, language, created_at, rowid AS k0
        FROM users WHERE id = $userId AND rowid > $k0`,
    },
  ],
  erases: ['account_search', 'artists', 'searched_accounts', 'users'],
  forget: forgetAccount,
  async erase(ctx, { artistId }) {
    ctx.db.update(artists).set({ pfpAssetId: null }).where(eq(artists.id, artistId)).run()
    await dropDeletedText(ctx, 'account_search')
  },
}

// Their sessions have ended before; the streams that end with them are closed after the commit.
function forgetAccount(ctx: Ctx, { userId, artistId }: Leaving): void {
  const { db } = ctx
  const nobody = {
    email: null,
    emailVerifiedAt: null,
    passwordHash: null,
    secondFactor: false,
    trusted: false,
    helperRole: null,
    language: null,
  }
  db.update(users)
    .set({ ...nobody, deletedAt: ctx.now() })
    .where(eq(users.id, userId))
    .run()
  // Stored for readers of all languages, so it is not translated here.
  const displayName = 'Deleted account'
  db.update(artists)
    .set({ ...blankProfile, displayName, verified: false, tellsPurchases: false, takesAnswers: false })
    .where(eq(artists.id, artistId))
    .run()
}
