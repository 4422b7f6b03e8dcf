import { type Static, t } from 'elysia'
import { reportReasons } from '../../../db/schema/operate/moderation.ts'
import { Text } from '../../lib/code-points.ts'
import { closed, Nullable, OneOf } from '../../platform/http/schema.ts'
import { ReportedKind } from './model.ts'

const Reason = OneOf(reportReasons)

/** Body of POST /api/reports. */
export const NewReport = t.Object(
  {
    kind: ReportedKind,
    id: t.String({ maxLength: 40 }),
    reason: Reason,
    text: Text({ maxLength: 2_000, description: 'what is wrong, and where; guests have to say' }),
    email: t.Optional(t.String({ maxLength: 254, description: 'of a guest, for the answer' })),
  },
  closed,
)

/** The oldest open report of a thing, with the count of the others. */
export const Report = t.Object({
  id: t.String(),
  kind: ReportedKind,
  thingId: t.String(),
  title: t.String(),
  path: t.String(),
  reason: Reason,
  text: t.String(),
  reporter: Nullable(t.String({ description: 'a handle; null for a guest' })),
  others: t.Integer({ description: 'how many more reports of the same thing wait' }),
  createdAt: t.String(),
})

/** A page of things that are reported, the oldest report first. */
export const Reports = t.Object({ reports: t.Array(Report), nextCursor: Nullable(t.String()) })

/** Body of POST /api/desk/reports/{id}/dismiss. */
export const Dismissal = t.Object(
  {
    answer: Text({ minLength: 1, maxLength: 2_000, description: 'why nothing is taken down, for those who reported' }),
  },
  closed,
)

export type NewReport = Static<typeof NewReport>
export type Report = Static<typeof Report>
export type Reports = Static<typeof Reports>
export type Dismissal = Static<typeof Dismissal>
