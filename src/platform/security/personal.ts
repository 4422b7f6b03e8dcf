import { eq, inArray, sql } from 'drizzle-orm'
import { eraseSome } from '../../../db/erase-some.ts'
import { prepared } from '../../../db/prepared.ts'
import { activities, deskDone } from '../../../db/schema/platform/security.ts'
import type { Personal } from '../personal.ts'

export const activityPersonal: Personal = {
  sections: [
    {
      name: 'account-activity',
      start: [''],
      sql: `SELECT what, times, address, user_agent, at AS happened_at, id AS k0 FROM activities
        WHERE user_id = $userId AND id > $k0 ORDER BY id LIMIT $limit`,
    },
    {
      name: 'desk-acts',
      start: [''],
      sql: `SELECT act, thing_id, reason, at AS happened_at, id AS k0 FROM desk_done
        WHERE actor_id = $userId AND id > $k0 ORDER BY id LIMIT $limit`,
    },
  ],
  erases: ['activities', 'desk_done'],
  traces: [
    eraseSome(activities.id, activities.userId, 'userId'),
    prepared((db) => {
      const { id, userId } = deskDone
      const some = db
        .select({ id })
        .from(deskDone)
        .where(eq(userId, sql.placeholder('userId')))
        .limit(sql.placeholder('limit'))
      return db.update(deskDone).set({ userId: null }).where(inArray(id, some)).returning({ id })
    }),
  ],
}
