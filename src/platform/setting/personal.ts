import type { Personal } from '../personal.ts'

/** Changes at the desk outlast their maker's account; the values are the site's. */
export const settingPersonal: Personal = {
  sections: [
    {
      name: 'site-settings',
      start: [''],
      sql: `SELECT name, is_set, changed_at, id AS k0 FROM setting_changes WHERE user_id = $userId AND id > $k0
        ORDER BY id LIMIT $limit`,
    },
  ],
}
