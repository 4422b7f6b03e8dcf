import { type Static, t } from 'elysia'
import { Casset, Texture, Theme } from '../casset/shape.ts'
import { OwnerTrack, Track } from '../casset/track/shape.ts'
import { Cover } from '../platform/asset/shape.ts'
import { Money, Nullable } from '../platform/http/schema.ts'

const mediaFields = {
  artist: t.Object({
    handle: t.String(),
    displayName: t.String(),
    bio: Nullable(t.String()),
    verified: t.Boolean(),
    pfp: t.String(),
    location: Nullable(t.String()),
    pronouns: Nullable(t.String()),
  }),
  members: t.Optional(
    t.Array(t.Object({ handle: t.String(), displayName: t.String(), pfp: t.String() }), {
      description: 'of a casset that several artists share: all of them, its creator first',
    }),
  ),
  cover: Nullable(Cover),
  socials: t.Array(t.Object({ kind: t.String(), url: t.String() })),
  theme: Theme,
  texture: Texture,
  emojis: t.Array(
    t.Object({ id: t.String(), shortcode: t.String(), url: t.String(), price: Money, owned: t.Boolean() }),
  ),
  provenance: Nullable(
    t.Object({
      releaseId: t.String(),
      canonicalVersion: t.Integer(),
      canonicalHash: t.String(),
      anchorStatus: t.String(),
      licensedFrom: Nullable(Money),
    }),
  ),
  profileFlags: t.Object({ ai: t.Boolean(), noAi: t.Boolean() }),
  viewer: t.Object({
    entitled: t.Boolean(),
    owner: t.Boolean(),
    following: t.Boolean(),
    member: t.Optional(t.Boolean()),
  }),
  room: t.Object({ listeners: t.Integer() }),
}

/** A Profile World as everybody sees it (rule: one-payload). */
export const PublicMedia = t.Object({ casset: Casset, tracks: t.Array(Track), ...mediaFields })

/** A Profile World as its owner sees it, with files, drafts and sales. */
export const OwnerMedia = t.Object({
  casset: t.Object({ ...Casset.properties, sales: t.Object({ count: t.Integer(), amount: Money }) }),
  tracks: t.Array(OwnerTrack),
  ...mediaFields,
})

export type PublicMedia = Static<typeof PublicMedia>
export type OwnerMedia = Static<typeof OwnerMedia>
