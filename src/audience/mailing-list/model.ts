import { type Static, t } from 'elysia'
import { consentPlaces } from '../../../db/schema/audience/mailing-list.ts'
import { Text } from '../../lib/text/code-points.ts'
import { bySecret } from '../../order/shape.ts'
import { closed, Handle, Nullable, OneOf } from '../../platform/http/request/schema.ts'

// People join by `import` and `follow` only from the email that asks them.
const shownPlaces = ['checkout', 'free', 'redeem'] as const satisfies readonly (typeof consentPlaces)[number][]

export const NewConsent = t.Object(
  {
    text: Text({ minLength: 1, maxLength: 400, description: 'the sentence that was shown and agreed to' }),
    from: OneOf(shownPlaces),
    ...bySecret,
  },
  closed,
)

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

export type NewConsent = Static<typeof NewConsent>
export type Consent = Static<typeof Consent>
export type Consents = Static<typeof Consents>
