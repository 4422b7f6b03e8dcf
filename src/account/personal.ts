import { eq } from 'drizzle-orm'
import { artists, formerAddresses, mailedTokens, users } from '../../db/schema/account/account.ts'
import type { Ctx } from '../context.ts'
import { blankProfile } from '../lib/account/blank-profile.ts'
import { dropDeletedText } from '../platform/drop-deleted-text.ts'
import type { Leaving, Personal } from '../platform/personal.ts'
import { endAddressChanges } from './former-address.ts'
import { retireHandles } from './retire-handle.ts'

/** A person's identity here: their ways to sign in, profile, handles and addresses. */
export const accountPersonal: Personal = {
  sections: [
    {
      name: 'account',
      start: [-1],
      sql: `SELECT id, email, email_verified_at, role, helper_role AS helps_with, suspended AS suspended_because_of, trusted AS is_trusted, second_factor AS is_second_step_asked, language, created_at, rowid AS k0
        FROM users WHERE id = $userId AND rowid > $k0`,
    },
    {
      name: 'former-handles',
      start: [-1],
      sql: `SELECT handle, left_at, rowid AS k0 FROM former_handles WHERE artist_id = $artistId AND rowid > $k0
        ORDER BY rowid LIMIT $limit`,
    },
    {
      name: 'sessions',
      start: [-1],
      sql: `SELECT user_agent, created_at, seen_at, expires_at, rowid AS k0 FROM sessions
        WHERE user_id = $userId AND rowid > $k0 ORDER BY rowid LIMIT $limit`,
    },
  ],
  erases: [
    'account_search',
    'artists',
    'former_addresses',
    'former_handles',
    'mailed_tokens',
    'searched_accounts',
    'sessions',
    'sign_in_steps',
    'users',
  ],
  forget: forgetAccount,
  async erase(ctx, { artistId }) {
    ctx.db.update(artists).set({ pfpAssetId: null }).where(eq(artists.id, artistId)).run()
    await dropDeletedText(ctx, 'account_search')
  },
}

// Their sessions have ended before; the streams that end with them are closed after the commit.
function forgetAccount(ctx: Ctx, { userId, artistId, handle }: Leaving): void {
  const { db } = ctx
  endAddressChanges(ctx, userId)
  db.delete(mailedTokens).where(eq(mailedTokens.userId, userId)).run()
  db.delete(formerAddresses).where(eq(formerAddresses.userId, userId)).run()
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
  const called = { handle: retireHandles(ctx, { artistId, handle }), displayName: 'Deleted account' }
  db.update(artists)
    .set({ ...blankProfile, ...called, verified: false })
    .where(eq(artists.id, artistId))
    .run()
}
