import type { Database } from 'bun:sqlite'
import foundation from './0001_foundation.sql' with { type: 'text' }
import money from './0002_money.sql' with { type: 'text' }
import download from './0003_download.sql' with { type: 'text' }
import referral from './0004_referral.sql' with { type: 'text' }
import statistics from './0005_statistics.sql' with { type: 'text' }
import quota from './0006_quota.sql' with { type: 'text' }
import activity from './0007_activity.sql' with { type: 'text' }
import clockAndLetters from './0008_clock_and_letters.sql' with { type: 'text' }

/** Every migration in order. Files are embedded, because a compiled executable has no folder to read. */
export const migrations: readonly { name: string; sql: string }[] = [
  { name: '0001_foundation', sql: foundation },
  { name: '0002_money', sql: money },
  { name: '0003_download', sql: download },
  { name: '0004_referral', sql: referral },
  { name: '0005_statistics', sql: statistics },
  { name: '0006_quota', sql: quota },
  { name: '0007_activity', sql: activity },
  { name: '0008_clock_and_letters', sql: clockAndLetters },
]

/** The database was made by a newer program than this one. */
export class NewerDatabaseError extends Error {
  override readonly name = 'NewerDatabaseError'

  constructor(unknown: readonly string[]) {
    super(
      `This database was made by a newer Tapedeck (it holds ${unknown.join(', ')}). ` +
        'Start that version, or restore a backup made before it.',
    )
  }
}

/**
 * Brings the database up to date. Takes the write lock first, so two processes starting together do not both migrate;
 * all missing files go in with one transaction. Throws NewerDatabaseError when the file knows more than this program.
 */
export function migrate(client: Database, now: number): string[] {
  return client
    .transaction(() => {
      client.run('CREATE TABLE IF NOT EXISTS migrations (name TEXT PRIMARY KEY, applied_at INTEGER NOT NULL) STRICT')
      const applied = client.query<{ name: string }, []>('SELECT name FROM migrations ORDER BY name').all()
      const known = new Set(migrations.map((migration) => migration.name))
      const unknown = applied.map((row) => row.name).filter((name) => !known.has(name))
      if (unknown.length > 0) throw new NewerDatabaseError(unknown)
      const done = new Set(applied.map((row) => row.name))
      const missing = migrations.filter((migration) => !done.has(migration.name))
      for (const { name, sql } of missing) {
        client.run(sql)
        client.query('INSERT INTO migrations (name, applied_at) VALUES (?, ?)').run(name, now)
      }
      return missing.map((migration) => migration.name)
    })
    .immediate()
}
