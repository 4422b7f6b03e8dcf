import { type Static, t } from 'elysia'
import { consentPlaces } from '../../../db/schema/audience/mailing-list.ts'
import { Handle, Nullable, OneOf } from '../../platform/http/request/schema.ts'

export const Consent = t.Object({
  id: t.String(),
  artist: t.Object({ handle: Handle, displayName: t.String() }),
  email: t.String(),
  text: t.String(),
  from: OneOf(consentPlaces),
  since: t.String(),
})

export const Consents = t.Object({ mailingLists: t.Array(Consent), nextCursor: Nullable(t.String()) })

export const ListCount = t.Object({ count: t.Integer() })

export type Consent = Static<typeof Consent>
export type Consents = Static<typeof Consents>
