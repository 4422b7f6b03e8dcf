import { type Static, t } from 'elysia'
import { closed } from '../../platform/http/request/schema.ts'

/** `lists`: rows by the name of their list; none for an address that nothing is kept of. */
export const GuestData = t.Object({
  email: t.String(),
  lists: t.Record(t.String(), t.Array(t.Unknown())),
})

export const AskedGuest = t.Object({ email: t.String({ maxLength: 320 }) }, closed)

export const ErasingGuest = t.Object(
  {
    email: t.String({ maxLength: 320 }),
    reason: t.String({ description: 'Why, for the log of the desk' }),
  },
  closed,
)

export type GuestData = Static<typeof GuestData>
