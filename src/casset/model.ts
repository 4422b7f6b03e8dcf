import { type Static, t } from 'elysia'
import { Cover } from '../asset/shape.ts'
import { Amount, closed, Nullable } from '../http/schema.ts'
import { Text } from '../lib/code-points.ts'
import { longest } from '../lib/longest.ts'
import {
  BackgroundSource,
  Casset,
  FooterTheme,
  Privacy,
  ProfilePatternId,
  Texture,
  Theme,
  ThemeTokens,
} from './shape.ts'

/** Body of PATCH /api/studio/casset/{id}: any of these, nothing else (rule 4.5). */
export const CassetPatch = t.Partial(
  t.Object({
    name: Text({ minLength: 1, maxLength: longest.cassetName }),
    price: Amount,
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
export const UpdatePrice = t.Object({ cassetId: t.String(), price: Amount }, closed)

/** Answer of PATCH /api/studio/casset/{id}. */
export const CassetUpdate = t.Object({ casset: Casset, theme: Theme, texture: Texture, cover: Nullable(Cover) })

/** Answer of GET /api/cassets/recent (rule 4.4). */
export const RecentCassets = t.Object({
  cassets: t.Array(t.Object({ id: t.String(), handle: t.String(), displayName: t.String(), pfp: t.String() })),
})

export type CassetPatch = Static<typeof CassetPatch>
export type RecentCassets = Static<typeof RecentCassets>
