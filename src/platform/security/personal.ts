import { eraseSome } from '../../../db/erase-some.ts'
import { activities } from '../../../db/schema/platform/security.ts'
import type { Personal } from '../personal.ts'

/** Security events of an account. */
export const activityPersonal: Personal = {
  sections: [
    {
      name: 'account-activity',
      start: [''],
      sql: `SELECT what, times, address, user_agent, at AS happened_at, id AS k0 FROM activities
        WHERE user_id = $userId AND id > $k0 ORDER BY id LIMIT $limit`,
    },
  ],
  erases: ['activities'],
  traces: [eraseSome(activities.id, activities.userId, 'userId')],
}
