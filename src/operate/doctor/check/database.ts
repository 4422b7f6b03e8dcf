import { Database } from 'bun:sqlite'
import { inTransaction } from '../../../../db/commits.ts'
import { migrations } from '../../../../db/migrations/run.ts'
import { say } from '../../../lib/language/say.ts'
import type { Check } from '../../../platform/check.ts'
import { isMadeAgain, missingParts, type Part } from './schema.ts'

export const databaseCheck: Check = {
  name: 'database',
  place: 70,
  // Raw: pragmas, and the table of migrations, which is no part of the schema.
  look({ db: { $client: sql } }) {
    const fix = say('restore the newest backup; keep the damaged file')
    const faults = damageOf(sql.filename)
    if (faults.length > 0) return { problem: say('the file is damaged: {faults}', { faults: faults.join('; ') }), fix }
    const dangling = sql.query<{ table: string }, []>('PRAGMA foreign_key_check').all()
    if (dangling.length > 0) {
      const tables = [...new Set(dangling.map((row) => row.table))].join(', ')
      return { problem: say('rows refer to missing rows, in {tables}', { tables }), fix }
    }
    const parts = missingParts(sql)
    if (parts.length > 0) return { problem: problemOf(parts), fix: parts.every(isMadeAgain) ? remake() : fix }
    const applied = sql.query<{ name: string }, []>('SELECT name FROM migrations').all()
    const missing = migrations.filter(({ name }) => !applied.some((row) => row.name === name))
    if (missing.length === 0) return {}
    const names = missing.map(({ name }) => name).join(', ')
    return {
      problem: say('migrations are missing: {names}', { names }),
      fix: say('start the service once: it migrates automatically'),
    }
  },
  fix({ db }) {
    const { $client: sql } = db
    const parts = missingParts(sql).filter(isMadeAgain)
    // Raw: the words of the migrations.
    inTransaction(db, () => parts.forEach(({ words }) => void sql.run(words ?? '')))
  },
}

const mostNamed = 10

const remake = () => say('tapedeck doctor --fix makes them again')

function problemOf(parts: readonly Part[]): string {
  const named = parts.slice(0, mostNamed).map(({ type, name }) => `${type} ${name}`)
  const names = [...named, ...(parts.length > mostNamed ? ['…'] : [])].join(', ')
  return say('the database lacks {names}', { names })
}

/**
 * Returns what SQLite finds damaged in a database, by a connection of its own: FTS5 keeps what a
 * connection once read of a search index, and would take what another process has written since for
 * damage. A connection that only reads would skip the rules of rows (CHECK).
 */
function damageOf(path: string): string[] {
  using sql = new Database(path, { readwrite: true })
  // Raw: a pragma.
  const words = sql.query<{ integrity_check: string }, []>('PRAGMA integrity_check(5)').all()
  return words.map((row) => row.integrity_check).filter((word) => word !== 'ok')
}
