import { type Static, t } from 'elysia'
import { mostStyles } from '../lib/music/styles.ts'
import { Text } from '../lib/text/code-points.ts'
import { longest } from '../lib/text/longest.ts'
import { Cover } from '../platform/asset/shape.ts'
import { ListQuery } from '../platform/http/request/list-query.ts'
import { Amount, closed, Handle, Nullable } from '../platform/http/request/schema.ts'
import {
  BackgroundSource,
  Casset,
  FooterTheme,
  Kind,
  OwnOpening,
  OwnTape,
  Privacy,
  ProfilePatternId,
  Texture,
  Theme,
  ThemeTokens,
} from './shape.ts'

/** The most entries of the list of newest cassets. */
export const mostRecent = 25

// The bounds of a word are checked by its verb, which says them.
const Word = t.String({ maxLength: 60, description: '2 to 40 of a–z, 0–9 and hyphen' })

/** Body of POST /api/studio/cassets (rule: tapes). */
export const NewTape = t.Object(
  { name: Text({ minLength: 1, maxLength: longest.cassetName }), word: t.Optional(Word), kind: t.Optional(Kind) },
  closed,
)

export const OwnTapes = t.Object({ cassets: t.Array(OwnTape) })

/** Body of PATCH /api/studio/casset/{id}: any of these, nothing else (rule: casset-changes). */
export const CassetPatch = t.Partial(
  t.Object({
    name: Text({ minLength: 1, maxLength: longest.cassetName }),
    price: Amount,
    suggestedPrice: Nullable(Amount),
    trackPrice: Nullable(Amount),
    themeTokens: ThemeTokens,
    cassetBackgroundSource: BackgroundSource,
    backgroundAssetId: Nullable(t.String()),
    profilePatternId: ProfilePatternId,
    footerTheme: FooterTheme,
    privacy: Privacy,
    wholeForAll: t.Boolean({ description: 'whether everybody hears all of it whole' }),
    explicit: t.Boolean({ description: 'whether it has explicit words, as catalogs of podcasts ask' }),
    published: t.Boolean(),
    coverAssetId: Nullable(t.String()),
    styles: t.Array(Text({ maxLength: longest.style }), {
      maxItems: mostStyles,
      description: 'what it sounds like, in your own words',
    }),
    kind: Kind,
    releasedOn: Nullable(t.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', description: 'YYYY-MM-DD' })),
    word: Word,
    first: t.Literal(true, { description: 'makes it the casset whose address is the handle; goes with `formerWord`' }),
    formerWord: Word,
    opensAt: Nullable(
      t.String({ maxLength: 40, description: 'when a preorder opens, an ISO 8601 time; null opens it at once' }),
    ),
    opensZone: t.String({ maxLength: 60, description: 'the time zone in which that is told, such as Europe/Berlin' }),
    openTrackIds: t.Array(t.String({ maxLength: 64 }), {
      maxItems: 500,
      description: 'the tracks of a preorder that are open already',
    }),
  }),
  closed,
)

export const UpdatePrice = t.Object({ cassetId: t.String(), price: Amount }, closed)

export const CassetUpdate = t.Object({
  casset: Casset,
  suggestedPrice: t.Optional(t.Integer({ description: 'where the artist suggests one' })),
  trackPrice: t.Optional(t.Integer({ description: 'of each track by itself, where they are sold one by one' })),
  opening: OwnOpening,
  theme: Theme,
  texture: Texture,
  cover: Nullable(Cover),
})

/** Query of GET /api/cassets/recent (rule: recent-cassets). */
export const RecentQuery = t.Object(
  { limit: t.Optional(t.String({ description: `1 to ${mostRecent}` })) },
  { additionalProperties: true },
)

const recent = { id: t.String(), handle: Handle, displayName: t.String(), pfp: t.String() }

/** Answer of GET /api/cassets/recent: four keys and no more (rule: recent-cassets). */
export const RecentCassets = t.Object({ cassets: t.Array(t.Object(recent)) })

/** Query of GET /api/cassets/search (rule: casset-search). */
export const SearchQuery = t.Object(
  {
    ...ListQuery.properties,
    q: Text({ maxLength: longest.cassetQuery, description: 'beginnings of words that all have to match' }),
  },
  closed,
)

/** Answer of GET /api/cassets/search (rule: casset-search). */
export const FoundCassets = t.Object({
  cassets: t.Array(t.Object({ ...recent, slug: t.String(), name: t.String() })),
  nextCursor: Nullable(t.String()),
})

export type CassetPatch = Static<typeof CassetPatch>
export type RecentCassets = Static<typeof RecentCassets>
export type FoundCassets = Static<typeof FoundCassets>
