import { type Static, Type as t } from '@sinclair/typebox'
import { rhythms } from '../../db/schema/shop/support.ts'
import { pictureUrl } from '../account/picture.ts'
import { type HeardTracks, heardTracks } from '../casset/access/decide-access.ts'
import { listedExtras } from '../casset/access/held-extra.ts'
import { hasStreamPass } from '../casset/access/stream-pass.ts'
import { isOwner, visibleCasset, type World } from '../casset/access/visible-casset.ts'
import { pagesOfNames } from '../casset/credit/pages-of-names.ts'
import { Extra, toExtra } from '../casset/extra/shape.ts'
import { isFollowing } from '../casset/follow/read-follow.ts'
import { hookFiguresOf } from '../casset/hook/hook-figures.ts'
import { membersOf } from '../casset/member/members.ts'
import { otherTapes } from '../casset/read-tapes.ts'
import { Casset, OwnCasset, Tape, Texture, Theme } from '../casset/shape.ts'
import { toCasset, toOwnOpening, toProfileFlags, toSuggested, toTrackPrice } from '../casset/to-casset.ts'
import { closedTracks, ownTracks, shownTracks } from '../casset/track/list-tracks.ts'
import { OwnerTrack, Track, type TrackShape } from '../casset/track/shape.ts'
import { type ListedTrack, toOwnerTrack, toTrack } from '../casset/track/to-track.ts'
import type { Ctx } from '../context.ts'
import { sumCollects } from '../earnings/report/count-collects.ts'
import { trackPrice } from '../lib/money/track-price.ts'
import { splitSlug } from '../lib/text/slug.ts'
import { once } from '../lib/turn/once.ts'
import { Cover } from '../platform/asset/shape.ts'
import { Handle, Money, Nullable, OneOf } from '../platform/http/request/schema.ts'
import type { Viewer } from '../platform/http/session/session.ts'
import { readProvenance } from '../release/read-provenance.ts'
import { shownEmojis } from '../shop/emoji/shown-emojis.ts'
import { levelsOf } from '../shop/support/levels.ts'
import { lookOf } from './look.ts'

const mediaFields = {
  artist: t.Object({
    handle: Handle,
    displayName: t.String(),
    bio: Nullable(t.String()),
    verified: t.Boolean(),
    pfp: t.String(),
    location: Nullable(t.String()),
    pronouns: Nullable(t.String()),
    writesIn: t.Optional(t.String({ description: 'the language of their texts, a tag of BCP 47; absent if unknown' })),
  }),
  members: t.Optional(
    t.Array(t.Object({ handle: Handle, displayName: t.String(), pfp: t.String() }), {
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
  support: t.Optional(
    t.Array(t.Object({ least: Money, rhythm: OneOf(rhythms) }), {
      description: 'what the artist offers to supporters; absent without any',
    }),
  ),
  profileFlags: t.Object({ ai: t.Boolean(), noAi: t.Boolean() }),
  viewer: t.Object({
    entitled: t.Boolean(),
    owner: t.Boolean(),
    following: t.Boolean(),
    member: t.Optional(t.Boolean()),
    supports: t.Optional(t.Boolean({ description: 'whether they hear all of it whole as a supporter' })),
  }),
  room: t.Object({ listeners: t.Integer() }),
  extras: t.Optional(
    t.Array(Extra, { description: 'files that come with the casset for whoever has all of it; absent without any' }),
  ),
  tapes: t.Array(Tape, { description: 'the other public cassets of the artist, newest first' }),
}

/** A Profile World as everybody sees it (rule: one-payload). */
export const PublicMedia = t.Object({
  casset: Casset,
  tracks: t.Array(Track),
  closedTracks: t.Optional(
    t.Array(t.Object({ title: t.String(), durationSec: Nullable(t.Number()), position: t.Integer() }), {
      description: 'of a preorder: the tracks that are not open yet',
    }),
  ),
  ...mediaFields,
})

export const OwnerMedia = t.Object({
  casset: OwnCasset,
  tracks: t.Array(OwnerTrack),
  ...mediaFields,
})

export type PublicMedia = Static<typeof PublicMedia>
export type OwnerMedia = Static<typeof OwnerMedia>

/**
 * Returns the whole Profile World (rule: one-payload). Only the owner's contains files, drafts and
 * sales; for everybody else those keys do not exist. `shownTapes`: how many of the artist's other
 * tapes are read; most pages show none. Throws NOT_FOUND.
 */
export function readMedia(ctx: Ctx, slug: string, viewer: Viewer | null, shownTapes = 0): PublicMedia | OwnerMedia {
  return mediaOf(ctx, visibleCasset(ctx, slug, viewer), viewer, shownTapes)
}

export function mediaOf(ctx: Ctx, world: World, viewer: Viewer | null, shownTapes = 0): PublicMedia | OwnerMedia {
  const heard = heardTracks(ctx, world, viewer)
  const shared = {
    ...sharedMedia(ctx, world, viewer, heard),
    tapes: otherTapes(ctx, world.casset, artistOfTapes(world), shownTapes),
  }
  const casset = toCasset(world.casset, splitSlug(world.artist.handle).handle)
  const byline = bylineOf(ctx, world)
  const linked = linkedNames(ctx, world.casset.id)
  const figuresOf = hookFiguresOf(ctx, world.casset.id, viewer?.userId ?? null)
  if (!isOwner(world, viewer)) {
    const tracks = shownTracks(ctx, world.casset.id).map((row) => ({
      ...toTrack(row, figuresOf(row.hookId)),
      ...byline(row),
      ...linked(row),
      ...toSingle(world.casset, row, heard),
    }))
    const { opensAt } = world.casset
    const later = opensAt === null ? {} : { closedTracks: closedTracks(ctx, world.casset.id) }
    return { casset, tracks, ...later, ...shared }
  }
  return {
    casset: {
      ...casset,
      ...toSuggested(world.casset),
      ...toTrackPrice(world.casset),
      ...toOwnOpening(world.casset),
      sales: salesOf(ctx, world.casset.id, world.casset.currency),
    },
    tracks: ownTracks(ctx, world.casset.id).map((row) => ({
      ...toOwnerTrack(row, figuresOf(row.hookId)),
      ...byline(row),
      ...linked(row),
    })),
    ...shared,
  }
}

/** The artist of a world by their own handle. */
const artistOfTapes = ({ artist }: World) => ({ id: artist.id, handle: splitSlug(artist.handle).handle })

export const isOwnerMedia = (media: PublicMedia | OwnerMedia): media is OwnerMedia => 'sales' in media.casset

function sharedMedia(ctx: Ctx, world: World, viewer: Viewer | null, { isAll }: HeardTracks) {
  const { casset } = world
  const artist = { ...world.artist, handle: splitSlug(world.artist.handle).handle }
  const { ofPage, ofViewer } = sharing(ctx, world, viewer)
  const extras = listedExtras(ctx, casset.id)
  return {
    artist: {
      handle: artist.handle,
      displayName: artist.displayName,
      bio: artist.bio,
      verified: artist.verified,
      pfp: pictureUrl(ctx, artist),
      location: artist.location,
      pronouns: artist.pronouns,
      ...(artist.writesIn === null ? {} : { writesIn: artist.writesIn }),
    },
    ...ofPage,
    ...lookOf(world),
    socials: artist.socials,
    emojis: shownEmojis(ctx, casset, viewer?.userId, isOwner(world, viewer)),
    provenance: readProvenance(ctx, casset),
    ...supportFor(ctx, world),
    profileFlags: toProfileFlags(artist.profileFlag),
    viewer: {
      entitled: isAll,
      owner: isOwner(world, viewer),
      following: viewer !== null && isFollowing(ctx, viewer.userId, artist.id),
      ...(hasStreamPass(ctx, world, viewer) ? { supports: true } : {}),
      ...ofViewer,
    },
    room: { listeners: 0 },
    ...(extras.length === 0 ? {} : { extras: extras.map(toExtra) }),
  }
}

/** Returns what the artist offers to supporters in the currency of a casset of their own. */
function supportFor(ctx: Ctx, { casset: { slug, artistId, currency } }: World) {
  const levels = slug === null ? levelsOf(ctx, artistId).filter((level) => level.currency === currency) : []
  const support = levels.map(({ amountMinor: amount, rhythm }) => ({ least: { amount, currency }, rhythm }))
  return support.length > 0 ? { support } : {}
}

/** Returns the price of a track by itself, if it is sold so, or that the viewer bought it. */
function toSingle(
  { priceMinor, trackPriceMinor, currency }: World['casset'],
  { id, priceMinor: ownPriceMinor }: ListedTrack,
  { isAll, trackIds }: HeardTracks,
): Pick<TrackShape, 'price' | 'owned'> {
  if (isAll) return {}
  if (trackIds.has(id)) return { owned: true }
  const amount = trackPrice({ priceMinor, trackPriceMinor, ownPriceMinor })
  return amount === null ? {} : { price: { amount, currency } }
}

function sharing(ctx: Ctx, { casset }: World, viewer: Viewer | null) {
  if (casset.slug === null) return { ofPage: {}, ofViewer: {} }
  const members = membersOf(ctx, casset.id)
  const shown = members.map((member) => ({
    handle: member.handle,
    displayName: member.displayName,
    pfp: pictureUrl(ctx, member),
  }))
  const member = members.some(({ artistId }) => artistId === viewer?.artistId)
  return { ofPage: { members: shown }, ofViewer: { member } }
}

/** Names nothing on an artist's own casset. */
function bylineOf(ctx: Ctx, { casset }: World) {
  if (casset.slug === null) return () => ({})
  const known = new Map(membersOf(ctx, casset.id).map((member) => [member.artistId, member]))
  return ({ contributorId }: Pick<ListedTrack, 'contributorId'>) => {
    const member = known.get(contributorId ?? casset.artistId)
    return member ? { artist: { handle: member.handle, displayName: member.displayName } } : {}
  }
}

/** Adds the pages of those who agreed to be linked; no name, no query. */
function linkedNames(ctx: Ctx, cassetId: string) {
  const pageOf = once(() => pagesOfNames(ctx, cassetId))
  return ({ id, byNames }: Pick<ListedTrack, 'id' | 'byNames'>): Pick<TrackShape, 'by'> => {
    if (byNames === null) return {}
    return {
      by: byNames.map((each) => {
        const page = pageOf()(id, each.name)
        return page === undefined ? each : { ...each, page }
      }),
    }
  }
}

/**
 * Returns how often a casset was collected, and its revenue; revoked purchases and those of other
 * modes do not count.
 */
function salesOf(ctx: Ctx, cassetId: string, currency: string) {
  const { count, amountMinor } = sumCollects(ctx, cassetId)
  return { count, amount: { amount: amountMinor, currency } }
}
