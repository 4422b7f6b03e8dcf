import { type Static, t } from 'elysia'
import { closed, Nullable, Whole } from '../../platform/http/request/schema.ts'

export const EverythingOffer = t.Object(
  {
    percent: Whole(0, 90),
    hasFuture: t.Boolean({ description: 'whether buyers also get what is published later' }),
  },
  closed,
)

export const EverythingOffered = t.Object({ offer: Nullable(EverythingOffer) })

export type EverythingOffer = Static<typeof EverythingOffer>
