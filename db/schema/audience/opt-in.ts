import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { languages } from '../platform/mail.ts'
import { boxPlaces } from './mailing-list.ts'

/** Where people agreed to an artist's emails before that artist brought their addresses here. */
export const agreedBy = ['service', 'paper', 'website'] as const

/** The same, or who typed their address on the artist's page to follow them. */
export const waysToAgree = [...agreedBy, 'page'] as const

/**
 * Addresses that an artist brought from elsewhere, each of which is asked once by email, and those
 * that were typed on the artist's page. Each is on the mailing list only after it confirmed.
 */
export const optIns = sqliteTable('opt_ins', {
  id: text().primaryKey(),
  artistId: text('artist_id').notNull(),
  email: text().notNull(),
  agreedBy: text('agreed_by', { enum: waysToAgree }).notNull(),
  createdAt: integer('created_at').notNull(),
  /** When the email that asks was queued; null before. */
  askedAt: integer('asked_at'),
  /** The hash of the key in that email. */
  keyHash: text('key_hash'),
  confirmedAt: integer('confirmed_at'),
  /** The language of the page where the address was typed, for the email; null: the site's. */
  language: text({ enum: languages }),
  /** Where they agreed, if not by following (`agreedBy` is 'page'). */
  givenFrom: text('given_from', { enum: boxPlaces }),
})
