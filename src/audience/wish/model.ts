import { t } from 'elysia'
import { Cover } from '../../platform/asset/shape.ts'
import { closed, Money, Nullable } from '../../platform/http/schema.ts'

/** Body of POST /api/casset/{slug}/wish. */
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

/** A person's wish for a casset. */
export const Wish = t.Object({ wished: t.Boolean(), tells: t.Boolean() })

/** A casset on somebody's wish list, as it is now. */
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

/** A page of the caller's wish list. */
export const Wishes = t.Object({ wishes: t.Array(WishedCasset), nextCursor: Nullable(t.String()) })
