import type { Personal } from '../../platform/personal.ts'

export const sessionPersonal: Personal = {
  sections: [
    {
      name: 'sessions',
      start: [-1],
      sql: `SELECT user_agent, created_at, seen_at, expires_at, rowid AS k0 FROM sessions
        WHERE user_id = $userId AND rowid > $k0 ORDER BY rowid LIMIT $limit`,
    },
  ],
  erases: ['sessions', 'sign_in_steps'],
}
