import type { Personal } from '../../platform/personal.ts'

export const sessionPersonal: Personal = {
  sections: [
    {
      name: 'sessions',
      start: [-1],
      sql: `SELECT user_agent, created_at, seen_at, expires_at, rowid AS k0 FROM sessions
        WHERE user_id = $userId AND rowid > $k0 ORDER BY rowid LIMIT $limit`,
    },
    {
      name: 'app-keys',
      start: [''],
      sql: `SELECT name, created_at, used_at, id AS k0 FROM app_keys WHERE user_id = $userId AND id > $k0
        ORDER BY id LIMIT $limit`,
    },
  ],
  erases: ['sessions', 'sign_in_steps', 'app_keys'],
}
