import { type Static, t } from 'elysia'
import { assetUses } from '../file-holder.ts'
import { Nullable, OneOf } from '../http/request/schema.ts'

const fields = {
  id: t.String(),
  kind: OneOf(['image', 'stems', 'clip']),
  name: t.String(),
  bytes: t.Integer(),
}

export const AssetAnswer = t.Object({
  asset: t.Object({
    ...fields,
    contentType: t.String(),
    sha256: t.String(),
    width: Nullable(t.Integer()),
    height: Nullable(t.Integer()),
    color: Nullable(t.String()),
    url: Nullable(t.String()),
  }),
})

export const ListedAssets = t.Object({
  assets: t.Array(
    t.Object({
      ...fields,
      storedBytes: t.Integer({ description: 'with the smaller sizes of a picture' }),
      createdAt: t.String(),
      usedFor: t.Array(t.UnionEnum(assetUses), { description: 'empty: it can be deleted' }),
    }),
  ),
  nextCursor: Nullable(t.String()),
})

export type ListedAssets = Static<typeof ListedAssets>
