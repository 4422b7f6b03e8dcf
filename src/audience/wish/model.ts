import { t } from 'elysia'
import { Cover } from '../../platform/asset/shape.ts'
import { closed, Money, Nullable } from '../../platform/http/request/schema.ts'

export const NewWish = t.Object(
  {
    tells: t.Optional(
      t.Boolean({
        description:
          'whether an email, or a notification where no email can be sent, comes when the price falls; by default none does',
      }),
    ),
  },
  closed,
)

export const Wish = t.Object({ wished: t.Boolean(), tells: t.Boolean() })

export const WishedCasset = t.Object({
  casset: t.Object({
    id: t.String(),
    slug: t.String(),
    name: t.String(),
    displayName: t.String(),
    price: Money,
    opensAt: Nullable(t.String()),
    opensZone: Nullable(t.String()),
    cover: Nullable(Cover),
  }),
  tells: t.Boolean(),
  addedAt: t.String(),
})

export const Wishes = t.Object({ wishes: t.Array(WishedCasset), nextCursor: Nullable(t.String()) })
