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
  /** Whether the last start was with this name: what other commands take as the site's address. */
  isServed: integer('is_served', { mode: 'boolean' }).notNull(),
  directory: text(),
  chain: text(),
  privateKey: text('private_key'),
  notBefore: integer('not_before'),
  notAfter: integer('not_after'),
  /** The order that is under way, with the key of its certificate. */
  orderDirectory: text('order_directory'),
  orderUrl: text('order_url'),
  orderKey: text('order_key'),
  /** Tries that failed since the last one that did not. */
  failures: integer().notNull().default(0),
  triedAt: integer('tried_at'),
  problem: text(),
  advice: text(),
  nextAt: integer('next_at'),
  /** Before then the authority wants no further try. */
  notUntil: integer('not_until'),
})
