import { eq } from 'drizzle-orm'
import { pendingIdentities, signInFlows } from '../../../db/schema/account/identity.ts'
import type { Personal } from '../../platform/personal.ts'
import { endIdentities } from './identity.ts'

export const identityPersonal: Personal = {
  sections: [
    {
      name: 'linked-accounts',
      start: [''],
      sql: `SELECT provider, email, created_at, provider AS k0 FROM identities WHERE user_id = $userId AND provider > $k0
        ORDER BY provider LIMIT $limit`,
    },
  ],
  erases: ['identities', 'pending_identities', 'sign_in_flows'],
  forget(ctx, { userId, email }) {
    const { db } = ctx
    endIdentities(ctx, userId)
    db.delete(signInFlows).where(eq(signInFlows.userId, userId)).run()
    db.delete(pendingIdentities).where(eq(pendingIdentities.email, email)).run()
  },
}
