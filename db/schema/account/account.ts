import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { languages } from '../platform/mail.ts'

/**
 * People who can sign in. The password is null for accounts that only sign in by an outside
 * provider.
 */
export const users = sqliteTable('users', {
  id: text().primaryKey(),
  /** Null for a deleted account. */
  email: text(),
  deletedAt: integer('deleted_at'),
  emailVerifiedAt: integer('email_verified_at'),
  passwordHash: text('password_hash'),
  role: text({ enum: ['member', 'owner'] })
    .notNull()
    .default('member'),
  trusted: integer({ mode: 'boolean' }).notNull().default(false),
  /** Whether signing in asks for a passkey after the password or the provider. */
  secondFactor: integer('second_factor', { mode: 'boolean' }).notNull().default(false),
  createdAt: integer('created_at').notNull(),
  /** The work at the desk that they help the owner with. */
  helperRole: text('helper_role', { enum: ['moderation', 'money', 'all'] }),
  /** The language that they chose, for pages, emails and notifications. */
  language: text({ enum: languages }),
  /** Whether the site suspended the account because of a law or of its terms; null for neither. */
  suspended: text({ enum: ['law', 'terms'] }),
})

/** The public identity of a user. */
export const artists = sqliteTable('artists', {
  id: text().primaryKey(),
  userId: text('user_id').notNull(),
  handle: text().notNull(),
  displayName: text('display_name').notNull(),
  bio: text(),
  location: text(),
  pronouns: text(),
  socials: text({ mode: 'json' }).$type<{ kind: string; url: string }[]>().notNull().default([]),
  /** The language that they write in, a tag of BCP 47. */
  writesIn: text('writes_in'),
  profileFlag: text('profile_flag', { enum: ['ai', 'no-ai'] }),
  verified: integer({ mode: 'boolean' }).notNull().default(false),
  pfpAssetId: text('pfp_asset_id'),
  createdAt: integer('created_at').notNull(),
  /**
   * Whether they said so, uploaded a track or share a casset; only then the menu has their page and
   * the studio.
   */
  makesMusic: integer('makes_music', { mode: 'boolean' }).notNull().default(false),
  /** Whether the site may show that a casset of theirs was bought. */
  tellsPurchases: integer('tells_purchases', { mode: 'boolean' }).notNull().default(false),
  /** Whether answers to their letters and to receipts of their sales come to their own address. */
  takesAnswers: integer('takes_answers', { mode: 'boolean' }).notNull().default(false),
})

/**
 * The position of each account in the index of words, `account_search`, newest first. Kept by
 * triggers.
 */
export const searchedAccounts = sqliteTable('searched_accounts', {
  position: integer().primaryKey(),
  userId: text('user_id').notNull(),
})
