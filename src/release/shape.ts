import { type Static, t } from 'elysia'
import { Nullable, OneOf } from '../http/schema.ts'

/** The kinds of release. */
export const ReleaseType = OneOf(['SINGLE', 'EP', 'ALBUM', 'COMPILATION'])

/** Somebody who had a part in a release. What was not said is null. */
export const Contributor = t.Object({
  name: t.String(),
  role: t.String(),
  share: Nullable(t.Integer({ description: 'basis points of the whole: 2500 is a quarter' })),
  isni: Nullable(t.String()),
  handle: Nullable(t.String()),
})

/** Who holds which right, and where. */
export const RightsScope = t.Object({ right: t.String(), territory: t.String(), holder: t.String() })

export type Contributor = Static<typeof Contributor>
export type RightsScope = Static<typeof RightsScope>
