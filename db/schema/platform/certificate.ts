import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Accounts at certificate authorities, by the address of their ACME directory. */
export const acmeAccounts = sqliteTable('acme_accounts', {
  directory: text().primaryKey(),
  /** A private key as PKCS #8. */
  privateKey: text('private_key').notNull(),
  /** The account's address, once the authority has it. */
  url: text(),
})

/** The names under which the program has served HTTPS by itself, with their certificates. */
export const certificates = sqliteTable('certificates', {
  domain: text().primaryKey(),
  /** Whether the last start was with this name, which other commands take as the site's address. */
  isServed: integer('is_served', { mode: 'boolean' }).notNull(),
  directory: text(),
  chain: text(),
  privateKey: text('private_key'),
  notBefore: integer('not_before'),
  notAfter: integer('not_after'),
  /** The order in progress, with the key of its certificate. */
  orderDirectory: text('order_directory'),
  orderUrl: text('order_url'),
  orderKey: text('order_key'),
  /** Failed tries since the last success. */
  failures: integer().notNull().default(0),
  triedAt: integer('tried_at'),
  problem: text(),
  advice: text(),
  nextAt: integer('next_at'),
  /** The authority accepts no further try before. */
  notUntil: integer('not_until'),
})
