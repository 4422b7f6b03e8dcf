import type { Ctx } from '../context.ts'
import { givenState } from '../platform/own-state.ts'

export type NewArtist = { artistId: string; displayName: string }

/** The questions of accounts to cassets, which lie above them. */
export type Cassets = {
  /** Adds the casset of a new artist, in the transaction of their sign-up. */
  addFirst(ctx: Ctx, artist: NewArtist): void
  /** Returns the artist of a casset; null where several share it: none answers for the others. */
  soleArtist(ctx: Ctx, cassetId: string): string | null
  wasPublished(ctx: Ctx, artistId: string): boolean
  /** Whether a co-casset has this address: slugs and handles are one space. */
  isSlugTaken(ctx: Ctx, slug: string): boolean
}

export const cassetsOf = givenState<Cassets>('cassets')
