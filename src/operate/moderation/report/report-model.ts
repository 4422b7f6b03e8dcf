import { type Static, t } from 'elysia'
import { reportOutcomes, reportReasons } from '../../../../db/schema/operate/moderation.ts'
import { Text } from '../../../lib/text/code-points.ts'
import { ListQuery } from '../../../platform/http/request/list-query.ts'
import { closed, Nullable, OneOf } from '../../../platform/http/request/schema.ts'
import { ReportedKind } from '../model.ts'

const Reason = OneOf(reportReasons)

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

/** The first waiting report of a thing, or of one decision, with the count of the others. */
export const Report = t.Object({
  id: t.String(),
  kind: ReportedKind,
  thingId: t.String(),
  title: t.String(),
  path: t.String(),
  reason: Reason,
  text: t.String(),
  reporter: Nullable(t.String({ description: 'a handle; null for a guest' })),
  others: t.Integer({ description: 'how many more reports of the same thing the decision is about; at most 99' }),
  isThere: t.Boolean({ description: 'whether the thing is still there, as it or as something taken down' }),
  createdAt: t.String(),
  outcome: Nullable(OneOf(reportOutcomes)),
  answer: Nullable(t.String({ description: 'why it stays' })),
  decidedAt: Nullable(t.String()),
  decidedBy: Nullable(t.String({ description: 'a handle' })),
})

export const ReportsQuery = t.Object(
  {
    ...ListQuery.properties,
    kind: t.Optional(ReportedKind),
    state: t.Optional(OneOf(['open', ...reportOutcomes])),
    from: t.Optional(OneOf(['guests', 'members'])),
    reporter: t.Optional(t.String({ maxLength: 64, description: 'a handle' })),
    order: t.Optional(OneOf(['oldest', 'newest'])),
  },
  closed,
)

export const Reports = t.Object({ reports: t.Array(Report), nextCursor: Nullable(t.String()) })

export const Dismissal = t.Object(
  {
    answer: Text({ minLength: 1, maxLength: 2_000, description: 'why nothing is taken down, for those who reported' }),
  },
  closed,
)

export type NewReport = Static<typeof NewReport>
export type Report = Static<typeof Report>
export type ReportsQuery = Static<typeof ReportsQuery>
export type Reports = Static<typeof Reports>
export type Dismissal = Static<typeof Dismissal>
