import { type Static, t } from 'elysia'
import { assetUses } from './asset-uses.ts'

const nullable = <Schema extends ReturnType<typeof t.String> | ReturnType<typeof t.Integer>>(schema: Schema) =>
  t.Union([schema, t.Null()])

const fields = {
  id: t.String(),
  kind: t.UnionEnum(['image', 'stems']),
  name: t.String(),
  bytes: t.Integer(),
}

/** Answer of POST /api/studio/assets. */
export const AssetAnswer = t.Object({
  asset: t.Object({
    ...fields,
    contentType: t.String(),
    sha256: t.String(),
    width: nullable(t.Integer()),
    height: nullable(t.Integer()),
    color: nullable(t.String()),
    url: nullable(t.String()),
  }),
})

/** Answer of GET /api/studio/assets. */
export const ListedAssets = t.Object({
  assets: t.Array(
    t.Object({
      ...fields,
      storedBytes: t.Integer({ description: 'with the smaller sizes of a picture' }),
      createdAt: t.String(),
      usedFor: t.Array(t.UnionEnum(assetUses), { description: 'empty: it can be deleted' }),
    }),
  ),
  nextCursor: nullable(t.String()),
})

export type ListedAssets = Static<typeof ListedAssets>
