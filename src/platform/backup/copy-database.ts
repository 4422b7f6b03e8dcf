import { Database } from 'bun:sqlite'

/**
 * Copies a database to a new file as it is at one moment, while other processes write to it. SQLite makes the copy
 * (https://sqlite.org/lang_vacuum.html): closing any other handle of the file would release this process's locks on it.
 */
export function copyDatabase(from: string, to: string): void {
  const db = new Database(from, { readwrite: true, strict: true })
  try {
    db.run('PRAGMA busy_timeout = 5000')
    db.run('VACUUM INTO ?', [to])
  } finally {
    db.close()
  }
}
