import { Database } from 'bun:sqlite'
import type { TestServer } from './server.ts'

/** Returns the steps by which SQLite answers some statements with this database. */
export function querySteps({ ctx }: TestServer, texts: readonly string[]): string[] {
  // Unlike that of the program, this connection asks for no parameters.
  using db = new Database(ctx.db.$client.filename, { readonly: true })
  return texts.flatMap((text) =>
    db
      .query(`EXPLAIN QUERY PLAN ${text}`)
      .values()
      .map((row) => String(row[3])),
  )
}
