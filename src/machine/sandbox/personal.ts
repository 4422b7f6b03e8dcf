import { eq } from 'drizzle-orm'
import { sandboxCredentials } from '../../../db/schema/machine/sandbox.ts'
import type { Personal } from '../../platform/personal.ts'

export const sandboxPersonal: Personal = {
  sections: [
    {
      name: 'sandbox-credentials',
      start: [''],
      sql: `SELECT name, created_at, id AS k0 FROM sandbox_credentials WHERE user_id = $userId AND id > $k0
        ORDER BY id LIMIT $limit`,
    },
  ],
  erases: ['sandbox_credentials'],
  forget(ctx, { userId }) {
    ctx.db.delete(sandboxCredentials).where(eq(sandboxCredentials.userId, userId)).run()
  },
}
