import { migrations } from '../../../db/migrations/run.ts'
import type { Check } from '../../platform/check.ts'

/** Checks the database's integrity, its foreign keys and its migrations. */
export const databaseCheck: Check = {
  name: 'database',
  // Raw: pragmas, and the table of migrations, which is no part of the schema.
  look({ db: { $client: sql } }) {
    const fix = 'restore the newest backup; keep the damaged file'
    const words = sql.query<{ integrity_check: string }, []>('PRAGMA integrity_check(5)').all()
    const faults = words.map((row) => row.integrity_check).filter((word) => word !== 'ok')
    if (faults.length > 0) return { problem: `the file is damaged: ${faults.join('; ')}`, fix }
    const dangling = sql.query<{ table: string }, []>('PRAGMA foreign_key_check').all()
    if (dangling.length > 0) {
      const tables = [...new Set(dangling.map((row) => row.table))].join(', ')
      return { problem: `rows refer to missing rows, in ${tables}`, fix }
    }
    const applied = sql.query<{ name: string }, []>('SELECT name FROM migrations').all()
    const missing = migrations.filter(({ name }) => !applied.some((row) => row.name === name))
    if (missing.length === 0) return {}
    const names = missing.map(({ name }) => name).join(', ')
    return { problem: `migrations are missing: ${names}`, fix: 'start the service once: it migrates automatically' }
  },
}
