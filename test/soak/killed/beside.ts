import { Database } from 'bun:sqlite'
import { join } from 'node:path'
import { hourMs } from '../../../src/lib/time/calendar.ts'
import type { Person } from '../../support/world.ts'

/** Opens a site's database beside the program; ends with its scope. */
function openBeside(dataDir: string): Database {
  const db = new Database(join(dataDir, 'tapedeck.db'))
  db.run('PRAGMA busy_timeout = 5000')
  return db
}

/** Settings can be changed only shortly after proving who one is. */
export function proveOwner(dataDir: string, { userId }: Pick<Person, 'userId'>): void {
  using db = openBeside(dataDir)
  db.run('UPDATE sessions SET confirmed_at = ? WHERE user_id = ?', [Date.now(), userId])
}

/** Jobs during which the program was killed often wait up to an hour (rule: interrupted-jobs). */
export function endPauses(dataDir: string): void {
  using db = openBeside(dataDir)
  const now = Date.now()
  const paused = "state = 'READY' AND kills > 0 AND run_at BETWEEN ? AND ?"
  db.run(`UPDATE jobs SET run_at = ? WHERE ${paused}`, [now, now, now + hourMs])
}

/** Whether a job runs, or is still to begin before a time (ms). */
export function hasJobsBefore(dataDir: string, at: number): boolean {
  using db = openBeside(dataDir)
  return db.query("SELECT 1 FROM jobs WHERE state = 'RUNNING' OR state = 'READY' AND run_at < ?").get(at) !== null
}
