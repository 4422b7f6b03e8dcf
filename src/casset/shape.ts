import { type Static, t } from 'elysia'
import { Cover } from '../platform/asset/shape.ts'
import { closed, Money, Nullable, OneOf } from '../platform/http/request/schema.ts'

const HexColour = t.String({ pattern: '^#[0-9a-fA-F]{6}$', description: 'a colour like #a74900' })

/** The six allowed textures of a page (rule: casset-look). */
export const ProfilePatternId = OneOf(['none', 'soft-grain', 'paper-fiber', 'halftone', 'scanlines', 'paint-fog'])

export const BackgroundSource = OneOf(['none', 'cover', 'color', 'image'])

export const FooterTheme = OneOf(['auto', 'light', 'dark', 'cover'])

/** The audience of a published casset (rule: visibility). */
export const Privacy = OneOf(['public', 'unlisted', 'private'])

/** The four colours a world may override, CSS hex. */
export const ThemeTokens = t.Partial(
  t.Object({ background: HexColour, surface: HexColour, text: HexColour, accent: HexColour }),
  closed,
)

export const Casset = t.Object({
  id: t.String(),
  slug: t.String(),
  name: t.String(),
  price: Money,
  published: t.Boolean(),
  privacy: Privacy,
  publishedAt: Nullable(t.String()),
  styles: t.Optional(t.Array(t.String(), { description: 'where the artist says what it sounds like' })),
  wholeForAll: t.Optional(t.Literal(true, { description: 'where everybody hears all of it whole' })),
  explicit: t.Optional(t.Literal(true, { description: 'where it has explicit words' })),
  opensAt: t.Optional(t.String({ description: 'when it opens, where it is a preorder' })),
  opensZone: t.Optional(t.String({ description: 'the time zone of its artist, in which that hour is told' })),
})

export const OwnOpening = t.Object({
  openTrackIds: t.Optional(
    t.Array(t.String(), { description: 'the tracks that are open already, of a preorder or one that was called off' }),
  ),
  calledOffAt: t.Optional(t.String({ description: 'when its preorder was called off' })),
})

export const OwnCasset = t.Object({
  ...Casset.properties,
  suggestedPrice: t.Optional(t.Integer({ description: 'where the artist suggests one' })),
  trackPrice: t.Optional(t.Integer({ description: 'of each track by itself, where they are sold one by one' })),
  ...OwnOpening.properties,
  sales: t.Object({ count: t.Integer(), amount: Money }),
})

/** The kind of a tape (rule: tapes). */
export const Kind = OneOf(['ALBUM', 'EP', 'SINGLE', 'LIVE', 'DEMO'])

export const Tape = t.Object({
  slug: t.String(),
  name: t.String(),
  kind: Kind,
  releasedOn: Nullable(t.String({ description: 'YYYY-MM-DD; the day of publishing where its artist says none' })),
  price: Money,
  cover: Nullable(Cover),
})

export const OwnTape = t.Object({
  ...Tape.properties,
  id: t.String(),
  releasedOn: Nullable(t.String({ description: 'YYYY-MM-DD' })),
  word: Nullable(t.String({ description: 'the second part of its address; null for the first one' })),
  published: t.Boolean(),
  publishedAt: Casset.properties.publishedAt,
  privacy: Privacy,
  opensAt: Casset.properties.opensAt,
  opensZone: Casset.properties.opensZone,
  calledOffAt: OwnOpening.properties.calledOffAt,
})

export const Theme = t.Object({
  tokens: ThemeTokens,
  cassetBackgroundSource: BackgroundSource,
  backgroundUrl: Nullable(t.String({ description: 'the picture behind the page, whatever its source' })),
  footerTheme: FooterTheme,
})

export const Texture = t.Object({ profilePatternId: ProfilePatternId })

export type Tape = Static<typeof Tape>
export type OwnTape = Static<typeof OwnTape>
export type ThemeTokens = Static<typeof ThemeTokens>
export type Theme = Static<typeof Theme>
export type CassetShape = Static<typeof Casset>
