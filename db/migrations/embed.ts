import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Returns the migration files of this folder in the order of their numbers. It runs as a macro,
 * while the importing file is compiled, because a compiled executable has no folder to read.
 */
export function embedMigrations(): { name: string; sql: string }[] {
  return readdirSync(import.meta.dir)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => ({ name: file.slice(0, -'.sql'.length), sql: readFileSync(join(import.meta.dir, file), 'utf8') }))
}
