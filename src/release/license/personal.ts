import { eq, inArray, sql } from 'drizzle-orm'
import { prepared } from '../../../db/prepared.ts'
import { licenses } from '../../../db/schema/release/license.ts'
import type { Personal } from '../../platform/personal.ts'

const forgetHolder = prepared((db) => {
  const { orderId: id, holderId } = licenses
  const isTheirs = eq(holderId, sql.placeholder('userId'))
  const some = db.select({ id }).from(licenses).where(isTheirs).limit(sql.placeholder('limit'))
  return db.update(licenses).set({ holderId: null, licensee: null }).where(inArray(id, some)).returning({ id })
})

/** Licenses bought with the account. The grants stay; their licensee is forgotten. */
export const licensePersonal: Personal = {
  sections: [
    {
      name: 'licenses',
      start: [''],
      sql: `SELECT l.order_id AS id, l.release_id, l.scopes AS json_scopes, l.agreed AS json_agreed, l.licensee, l.granted_at,
          l.expires_at, l.ended_at, l.credential AS json_credential, l.order_id AS k0
        FROM licenses l WHERE l.holder_id = $userId AND l.order_id > $k0 ORDER BY l.order_id LIMIT $limit`,
    },
  ],
  traces: [forgetHolder],
}
