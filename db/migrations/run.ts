import type { Database } from 'bun:sqlite'
import { embedMigrations } from './embed.ts' with { type: 'macro' }

/**
 * A migration file of this folder: one step to the current schema. Never changed once it has
 * landed.
 */
export type Migration = { readonly name: string; readonly sql: string }

/** All migrations in order. */
export const migrations: readonly Migration[] = embedMigrations()

const mostNamed = 3

const few = (names: readonly string[]): string =>
  names.length <= mostNamed
    ? names.join(', ')
    : `${names.slice(0, mostNamed).join(', ')} and ${names.length - mostNamed} more`

/** The database was created by a newer version of this program. */
export class NewerDatabaseError extends Error {
  override readonly name = 'NewerDatabaseError'

  constructor(unknown: readonly string[]) {
    super(
      `This database was made by a newer Tapedeck (it holds ${few(unknown)}). ` +
        'Start that version, or restore a backup made before it.',
    )
  }
}

/**
 * The database was created by an unreleased program, whose migrations differ from this program's.
 */
export class UnreleasedDatabaseError extends Error {
  override readonly name = 'UnreleasedDatabaseError'

  constructor(unknown: readonly string[]) {
    super(
      `This database was made by a Tapedeck that was never released (it holds ${few(unknown)}), and no release can ` +
        'bring it up to date. Open it with the program that made it.',
    )
  }
}

/**
 * Brings the database up to date and returns the names of the migrations that it applied. It takes
 * the write lock first, so two processes that start together do not both migrate; all missing files
 * are applied in one transaction.
 *
 * Foreign keys are off meanwhile and checked before the commit, so that a migration can rebuild a
 * table that others reference: create `new_x`, copy, drop `x`, rename `new_x` to `x`, and create
 * the indexes and triggers of `x` again. Throws NewerDatabaseError or UnreleasedDatabaseError when
 * the database holds a migration that this program does not know.
 */
export function migrate(client: Database, now: number, known: readonly Migration[] = migrations): string[] {
  // Inside a transaction SQLite ignores this pragma.
  client.run('PRAGMA foreign_keys = OFF')
  // Otherwise SQLite refuses to rename `new_x` as long as a view or a trigger of another table
  // names the dropped `x`.
  client.run('PRAGMA legacy_alter_table = ON')
  try {
    return client.transaction(() => applyMissing(client, now, known)).immediate()
  } finally {
    client.run('PRAGMA legacy_alter_table = OFF')
    client.run('PRAGMA foreign_keys = ON')
  }
}

function applyMissing(client: Database, now: number, known: readonly Migration[]): string[] {
  client.run('CREATE TABLE IF NOT EXISTS migrations (name TEXT PRIMARY KEY, applied_at INTEGER NOT NULL) STRICT')
  const rows = client.query<{ name: string }, []>('SELECT name FROM migrations ORDER BY name').all()
  const applied = new Set(rows.map((row) => row.name))
  const unknown = applied.difference(new Set(known.map((migration) => migration.name)))
  const missing = known.filter((migration) => !applied.has(migration.name))
  // A newer program has all our steps, and others after them.
  const isNewer = missing.length === 0 && [...unknown].every((name) => name > (known.at(-1)?.name ?? ''))
  if (unknown.size > 0) throw new (isNewer ? NewerDatabaseError : UnreleasedDatabaseError)([...unknown])
  for (const { name, sql } of missing) {
    client.run(sql)
    client.query('INSERT INTO migrations (name, applied_at) VALUES (?, ?)').run(name, now)
  }
  if (missing.length > 0) refuseBrokenReferences(client)
  return missing.map((migration) => migration.name)
}

function refuseBrokenReferences(client: Database): void {
  const broken = client.query<{ table: string }, []>('PRAGMA foreign_key_check').all()
  const tables = [...new Set(broken.map((row) => row.table))].sort()
  if (tables.length > 0) {
    throw new Error(`Migrating left rows that refer to missing rows, in ${tables.join(', ')}. Nothing was changed.`)
  }
}
