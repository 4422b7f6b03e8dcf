import { Type } from '@sinclair/typebox'
import { type Static, t } from 'elysia'
import { Text } from '../lib/code-points.ts'

const closed = { additionalProperties: false }
const HexColour = t.String({ pattern: '^#[0-9a-fA-F]{6}$', description: 'a colour like #a74900' })
const Nullable = <T extends Parameters<typeof t.Union>[0][number]>(schema: T) => t.Union([schema, t.Null()])

// UnionEnum carries its first word as a default, which Elysia would fill in for every key a PATCH leaves out.
const OneOf = <const T extends readonly [string, ...string[]]>(words: T) => t.UnionEnum(words, { default: undefined })

/** Integer minor units with an ISO 4217 currency in lower case (contract 2). */
export const Money = t.Object({ amount: t.Integer(), currency: t.String() })

// Elysia's own t.Integer also takes numbers written as text, which JSON has no need of.
const Whole = (minimum: number, maximum: number) => Type.Integer({ minimum, maximum })

/** A price an artist may set: free, or 50 to 1,000,000 minor units (contract 4). */
export const Price = t.Union([t.Literal(0), Whole(50, 1_000_000)])

/** The six allowed textures of a page (spec 2.6). */
export const ProfilePatternId = OneOf(['none', 'soft-grain', 'paper-fiber', 'halftone', 'scanlines', 'paint-fog'])

/** What stands behind a page. */
export const BackgroundSource = OneOf(['none', 'cover', 'color', 'image'])

/** How the foot of a page is coloured. */
export const FooterTheme = OneOf(['auto', 'light', 'dark', 'cover'])

/** Who may see a published casset (contract 4). */
export const Privacy = OneOf(['public', 'unlisted', 'private'])

/** Whether people made a track, or a machine did (spec 2.2). */
export const TrackKind = OneOf(['ORIGINAL', 'GENERATION'])

/** How far the ingest of a file has come. */
export const TrackStatus = OneOf(['PROCESSING', 'READY', 'FAILED'])
const Disclosure = OneOf(['NONE', 'ASSISTED', 'GENERATED'])

/** The four colours a world may override, CSS hex. */
export const ThemeTokens = t.Partial(
  t.Object({ background: HexColour, surface: HexColour, text: HexColour, accent: HexColour }),
  closed,
)

/** Body of PATCH /api/studio/casset/{id}: any of these, nothing else (contract 4). */
export const CassetPatch = t.Partial(
  t.Object({
    name: Text({ minLength: 1, maxLength: 120 }),
    price: Price,
    themeTokens: ThemeTokens,
    cassetBackgroundSource: BackgroundSource,
    backgroundAssetId: Nullable(t.String()),
    profilePatternId: ProfilePatternId,
    footerTheme: FooterTheme,
    privacy: Privacy,
    published: t.Boolean(),
    coverAssetId: Nullable(t.String()),
  }),
  closed,
)

/** Body of POST /api/casset/update-price. */
export const UpdatePrice = t.Object({ cassetId: t.String(), price: Price }, closed)

/** How much of a track's parts a machine had a hand in. */
export const AiDisclosure = t.Partial(
  t.Object({
    vocals: Disclosure,
    instrumentation: Disclosure,
    composition: Disclosure,
    lyrics: Disclosure,
    postProduction: Disclosure,
  }),
  closed,
)

/** Body of PATCH /api/studio/tracks/{id} (contract 4). */
export const TrackPatch = t.Partial(
  t.Object({
    title: Text({ minLength: 1, maxLength: 240 }),
    kind: TrackKind,
    position: Whole(1, 100_000),
    hookStartSec: t.Number({ minimum: 0, maximum: 86_400 }),
    hookDurationSec: t.Number({ minimum: 1, maximum: 30 }),
    lyrics: Nullable(Text({ maxLength: 20_000 })),
    active: t.Boolean(),
    isrc: Nullable(t.String({ pattern: '^[A-Z]{2}[A-Z0-9]{3}[0-9]{7}$', description: 'an ISRC like QZABC2600001' })),
    aiDisclosure: AiDisclosure,
    stemsAssetId: Nullable(t.String()),
  }),
  closed,
)

/** The casset itself, as every route shows it. */
export const Casset = t.Object({
  id: t.String(),
  slug: t.String(),
  name: t.String(),
  price: Money,
  published: t.Boolean(),
  privacy: Privacy,
  publishedAt: Nullable(t.String()),
})

/** The look of a page, textures apart. */
export const Theme = t.Object({
  tokens: ThemeTokens,
  cassetBackgroundSource: BackgroundSource,
  footerTheme: FooterTheme,
})

/** The texture of a page. */
export const Texture = t.Object({ profilePatternId: ProfilePatternId })

/** A picture with its sizes and the colour that stands for it. */
export const Cover = t.Object({
  url: t.String(),
  variants: t.Array(t.Object({ url: t.String(), width: t.Integer(), type: t.String() })),
  color: t.String(),
})

/** What the owner alone is told of a track's file. */
export const TrackFile = t.Object({
  name: t.String(),
  format: t.String(),
  bytes: t.Integer(),
  sha256: t.String(),
  status: TrackStatus,
  problem: Nullable(t.String()),
})

const trackFields = {
  id: t.String(),
  title: t.String(),
  kind: TrackKind,
  durationSec: Nullable(t.Number()),
  position: t.Integer(),
  hook: t.Object({
    id: t.String(),
    startSec: t.Number(),
    durationSec: t.Number(),
    likes: t.Integer(),
    liked: t.Boolean(),
  }),
  waveform: t.String(),
  stream: t.String(),
  lyrics: Nullable(t.String()),
  lyricsUrl: t.Optional(
    t.String({ description: 'only where there is more than 256 KiB of lyrics: they are null here, and read there' }),
  ),
}

/** A track as anybody sees it. */
export const Track = t.Object(trackFields)

/** A track as its owner sees it: drafts, inactive ones and the file behind it. */
export const OwnerTrack = t.Object({
  ...trackFields,
  active: t.Boolean(),
  isrc: Nullable(t.String()),
  aiDisclosure: AiDisclosure,
  stemsAssetId: Nullable(t.String()),
  loudnessLufs: Nullable(t.Number()),
  file: TrackFile,
})

const mediaFields = {
  artist: t.Object({
    handle: t.String(),
    displayName: t.String(),
    bio: Nullable(t.String()),
    verified: t.Boolean(),
    pfp: t.String(),
  }),
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
    }),
  ),
  profileFlags: t.Object({ ai: t.Boolean(), noAi: t.Boolean() }),
  viewer: t.Object({ entitled: t.Boolean(), owner: t.Boolean(), following: t.Boolean() }),
  room: t.Object({ listeners: t.Integer() }),
}

/** What anybody may know of a Profile World (contract 4). */
export const PublicMedia = t.Object({ casset: Casset, tracks: t.Array(Track), ...mediaFields })

/** The same for its owner, with the files, drafts and sales. */
export const OwnerMedia = t.Object({
  casset: t.Object({ ...Casset.properties, sales: t.Object({ count: t.Integer(), amount: Money }) }),
  tracks: t.Array(OwnerTrack),
  ...mediaFields,
})

/** Answer of GET /api/tracks/{id}/lyrics. */
export const Lyrics = t.Object({ lyrics: Nullable(t.String()) })

/** Answer of PATCH /api/studio/casset/{id}. */
export const CassetUpdate = t.Object({ casset: Casset, theme: Theme, texture: Texture, cover: Nullable(Cover) })

/** Answer of GET /api/cassets/recent (spec 4.2). */
export const RecentCassets = t.Object({
  cassets: t.Array(t.Object({ id: t.String(), handle: t.String(), displayName: t.String(), pfp: t.String() })),
})

export type Money = Static<typeof Money>
export type Cover = Static<typeof Cover>
export type ThemeTokens = Static<typeof ThemeTokens>
export type Theme = Static<typeof Theme>
export type CassetPatch = Static<typeof CassetPatch>
export type TrackPatch = Static<typeof TrackPatch>
export type AiDisclosure = Static<typeof AiDisclosure>
export type CassetShape = Static<typeof Casset>
export type TrackShape = Static<typeof Track>
export type OwnerTrackShape = Static<typeof OwnerTrack>
export type PublicMedia = Static<typeof PublicMedia>
export type OwnerMedia = Static<typeof OwnerMedia>
export type RecentCassets = Static<typeof RecentCassets>
