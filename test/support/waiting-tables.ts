import { is } from 'drizzle-orm'
import { getTableConfig, SQLiteTable } from 'drizzle-orm/sqlite-core'
import { inTree } from './tree.ts'

// Moments and states that something has once it was given, taken or answered.
const moments = /^(?:claimed|sent|send|redeemed|accepted|joined|confirmed|answered|paid|decided|used|opens)_at$/

/** Returns the names of all tables in which something waits to be given, taken or answered. */
export async function waitingTables(): Promise<string[]> {
  const found = new Set<string>()
  for await (const path of new Bun.Glob('db/schema/**/*.ts').scan(inTree())) {
    const module: unknown = await import(inTree(path))
    for (const table of Object.values(Object(module))) {
      if (!is(table, SQLiteTable)) continue
      const { name, columns } = getTableConfig(table)
      const waits = columns.some(
        (column) =>
          (moments.test(column.name) && !column.notNull) ||
          (/^(?:state|status)$/.test(column.name) && (column.enumValues ?? []).length > 0),
      )
      if (waits) found.add(name)
    }
  }
  return [...found].toSorted()
}

/** Tables in which something waits that is promised to nobody, with the reason. */
export const notPromised: Readonly<Record<string, string>> = {
  access_grants: 'a minute of sound, for somebody who may hear it now',
  app_keys: 'a way in',
  credit_consents: 'a question whether a name may be a link, which gives nothing',
  customers: 'how far the processor knows an account',
  disputes: 'a bank decides it',
  jobs: 'work of the site',
  mails: 'an email on its way',
  one_shot_tokens: 'a way to hear, for somebody who may hear it now',
  passkeys: 'a way in',
  sessions: 'a way in',
  shows: 'an announcement of the artist, which promises nothing to a person',
  tips: 'delivered with its payment',
  tracks: 'a file that is measured',
  withdrawals: 'a claim, which the owner of the site answers',
}
