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

/** Signed-in browsers. Only the SHA-256 of the cookie's random bytes is kept. */
export const sessions = sqliteTable('sessions', {
  tokenHash: text('token_hash').primaryKey(),
  id: text().notNull(),
  userId: text('user_id').notNull(),
  userAgent: text('user_agent').notNull(),
  createdAt: integer('created_at').notNull(),
  seenAt: integer('seen_at').notNull(),
  /** When the clock was found to be before `createdAt`. */
  earlyAt: integer('early_at'),
  expiresAt: integer('expires_at').notNull(),
  /** When its user last proved who they are. */
  confirmedAt: integer('confirmed_at'),
})

/** Tokens sent by email, stored as hashes; using one deletes it. */
export const mailedTokens = sqliteTable('mailed_tokens', {
  tokenHash: text('token_hash').primaryKey(),
  userId: text('user_id').notNull(),
  purpose: text({ enum: ['verify-email', 'reset-password', 'change-email'] }).notNull(),
  email: text().notNull(),
  createdAt: integer('created_at').notNull(),
  expiresAt: integer('expires_at').notNull(),
})

/** Confirmed addresses that accounts had, as long as their owners can undo the change. */
export const formerAddresses = sqliteTable('former_addresses', {
  id: text().primaryKey(),
  userId: text('user_id').notNull(),
  email: text().notNull(),
  createdAt: integer('created_at').notNull(),
  expiresAt: integer('expires_at').notNull(),
})

/** The one-time link that makes the first owner, stored as a hash. At most one row. */
export const setupTokens = sqliteTable('setup_tokens', {
  tokenHash: text('token_hash').primaryKey(),
  createdAt: integer('created_at').notNull(),
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
})

/**
 * The position of each account in the index of words, `account_search`, newest first. Kept by
 * triggers.
 */
export const searchedAccounts = sqliteTable('searched_accounts', {
  position: integer().primaryKey(),
  userId: text('user_id').notNull(),
})

/** Handles under which somebody published before they took another one. */
export const formerHandles = sqliteTable('former_handles', {
  handle: text().primaryKey(),
  artistId: text('artist_id').notNull(),
  leftAt: integer('left_at').notNull(),
})

/** Hashes of the handles of deleted accounts. */
export const retiredHandles = sqliteTable('retired_handles', {
  handleHash: text('handle_hash').primaryKey(),
  retiredAt: integer('retired_at').notNull(),
})

/**
 * Steps that wait for a passkey: adding one, a sign-in, the second step of one or of a reset, a
 * confirmation.
 */
export const signInSteps = sqliteTable('sign_in_steps', {
  tokenHash: text('token_hash').primaryKey(),
  purpose: text({ enum: ['register', 'sign-in', 'second', 'reset', 'confirm'] }).notNull(),
  userId: text('user_id'),
  challenge: text().notNull(),
  tries: integer().notNull().default(0),
  createdAt: integer('created_at').notNull(),
  expiresAt: integer('expires_at').notNull(),
})

/** Invitations to sign up. `email`: for that address only. `userId`: who used it. */
export const invitations = sqliteTable('invitations', {
  id: text().primaryKey(),
  email: text(),
  note: text(),
  createdAt: integer('created_at').notNull(),
  expiresAt: integer('expires_at').notNull(),
  revokedAt: integer('revoked_at'),
  usedAt: integer('used_at'),
  userId: text('user_id'),
})
