import { type Static, t } from 'elysia'
import { consentPlaces } from '../../../db/schema/audience/mailing-list.ts'
import { Text } from '../../lib/code-points.ts'
import { closed, Handle, Nullable, OneOf } from '../../platform/http/schema.ts'

// People join by `import` only from the email that asks them.
const shownPlaces = ['checkout', 'free', 'redeem'] as const satisfies readonly (typeof consentPlaces)[number][]

/** Body of POST /api/casset/{slug}/mailing-list. */
export const NewConsent = t.Object(
  {
    text: Text({ minLength: 1, maxLength: 400, description: 'the sentence that was shown and agreed to' }),
    from: OneOf(shownPlaces),
  },
  closed,
)

/** An artist's mailing list that the caller is on. */
export const Consent = t.Object({
  id: t.String(),
  artist: t.Object({ handle: Handle, displayName: t.String() }),
  email: t.String(),
  text: t.String(),
  from: OneOf(consentPlaces),
  since: t.String(),
})

/** The caller's new place on a list. */
export const NewPlace = t.Object({ id: t.String() })

/** A page of the lists that the caller is on. */
export const Consents = t.Object({ mailingLists: t.Array(Consent), nextCursor: Nullable(t.String()) })

/** The number of people on the caller's list now. */
export const ListCount = t.Object({ count: t.Integer() })

export type NewConsent = Static<typeof NewConsent>
export type Consent = Static<typeof Consent>
export type Consents = Static<typeof Consents>
