import { eq } from 'drizzle-orm'
import { artists } from '../../db/schema/account/account.ts'
import type { Ctx } from '../context.ts'
import { notFound } from '../errors.ts'
import type { Viewer } from '../platform/http/session/session.ts'
import { pictureUrl } from './picture.ts'
import type { Account, ArtistProfile } from './shape.ts'

export type ArtistRow = typeof artists.$inferSelect

/** The artist record of a user; every account has one. */
export function artistOf(ctx: Ctx, userId: string): ArtistRow {
  const row = ctx.db.select().from(artists).where(eq(artists.userId, userId)).get()
  if (!row) throw notFound('artist')
  return row
}

export function toProfile(ctx: Ctx, artist: ArtistRow): ArtistProfile {
  const { id, handle, displayName, bio, socials, location, pronouns, writesIn, profileFlag, verified } = artist
  return {
    id,
    handle,
    displayName,
    bio,
    socials,
    location,
    pronouns,
    writesIn,
    profileFlag,
    tellsPurchases: artist.tellsPurchases,
    takesAnswers: artist.takesAnswers,
    verified,
    pfp: pictureUrl(ctx, artist),
  }
}

export function toAccount(viewer: Pick<Viewer, 'userId' | 'email' | 'artistId' | 'handle' | 'displayName'>): Account {
  const { userId, email, artistId, handle, displayName } = viewer
  return { user: { id: userId, email }, artist: { id: artistId, handle, displayName } }
}
