import { eq } from 'drizzle-orm'
import { passkeys, recoveryCodes } from '../../../db/schema/account/passkey.ts'
import type { Personal } from '../../platform/personal.ts'

export const passkeyPersonal: Personal = {
  sections: [
    {
      name: 'passkeys',
      start: [''],
      sql: `SELECT name, created_at, used_at, id AS k0 FROM passkeys WHERE user_id = $userId AND id > $k0
        ORDER BY id LIMIT $limit`,
    },
  ],
  erases: ['passkeys', 'recovery_codes'],
  forget({ db }, { userId }) {
    db.delete(passkeys).where(eq(passkeys.userId, userId)).run()
    db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId)).run()
  },
}
