import { Database, type Statement } from 'bun:sqlite'
import { type BunSQLiteDatabase, drizzle } from 'drizzle-orm/bun-sqlite'

/** The database as the verbs use it: drizzle for queries, the raw handle for statements prepared once. */
export type Db = BunSQLiteDatabase & { $client: Database }

const mostKept = 500

/** Opens (or makes) the SQLite file: busy timeout first, then WAL, foreign keys, synchronous NORMAL. */
export function openDb(path: string): Db {
  const client = new Database(path, { create: true, strict: true })
  client.run('PRAGMA busy_timeout = 5000')
  client.run('PRAGMA journal_mode = WAL')
  client.run('PRAGMA foreign_keys = ON')
  client.run('PRAGMA synchronous = NORMAL')
  client.run('PRAGMA cache_size = -16000')
  // Writing the log back waits for the disk: rarer, and less of it, as pages that changed again are written once.
  client.run('PRAGMA wal_autocheckpoint = 4000')
  keepStatements(client)
  return drizzle(client)
}

/** Writes the log back into the main file and closes it. */
export function closeDb(db: Db): void {
  try {
    db.$client.run('PRAGMA wal_checkpoint(TRUNCATE)')
  } catch {
    // On a full disk everything stays in the log, which the next start reads.
  }
  db.$client.close()
}

/**
 * Compiles a text once: drizzle writes the same few hundred texts over and over, and compiling is the dearer half. It
 * also keeps SQLite from compiling again by itself.
 */
function keepStatements(client: Database): void {
  const kept = new Map<string, Statement>()
  const compile = client.prepare.bind(client)
  const prepare = (text: string): Statement => {
    const statement = kept.get(text) ?? compile(unpeeked(text))
    // The one that was asked for last goes last; the first of too many is forgotten.
    kept.delete(text)
    kept.set(text, statement)
    const [oldest] = kept.keys()
    if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest)
    return statement
  }
  Object.defineProperty(client, 'prepare', { value: prepare })
  Object.defineProperty(client, 'query', { value: prepare })
}

/**
 * SQLite's planner looks at the value of a parameter that is compared for equality or limits a result
 * (sqlite3ExprIsInteger), and compiles the statement anew whenever another value is bound: up to ten times the cost of
 * running it. Behind a plus, which changes no value, it does not look.
 */
const unpeeked = (text: string): string => text.replace(/(?<=(?:=|\bis|\blimit) )(?=[?$])/gi, '+')
