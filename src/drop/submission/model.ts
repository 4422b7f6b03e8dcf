import { type Static, t } from 'elysia'
import { submissionStatuses } from '../../../db/schema/drop/submission.ts'
import { Text } from '../../lib/text/code-points.ts'
import { longest } from '../../lib/text/longest.ts'
import { Cursor, ListQuery } from '../../platform/http/request/list-query.ts'
import { closed, Nullable, OneOf } from '../../platform/http/request/schema.ts'
import { Submission } from './shape.ts'

export const ClipAnswer = t.Object({
  asset: t.Object({
    id: t.String(),
    kind: t.Literal('clip'),
    name: t.String(),
    bytes: t.Integer(),
    contentType: t.String(),
    sha256: t.String(),
    width: Nullable(t.Integer()),
    height: Nullable(t.Integer()),
    durationSec: Nullable(t.Number()),
    url: t.String(),
  }),
})

/** Body of POST /api/hooks/submissions: the clip has one of `url` and `assetId`. */
export const NewSubmission = t.Object(
  {
    hookId: t.String(),
    clip: t.Object(
      {
        url: t.Optional(t.String({ maxLength: longest.url, description: 'an https address' })),
        assetId: t.Optional(t.String({ description: 'the id of a clip that you uploaded' })),
      },
      closed,
    ),
    caption: t.Optional(Text({ maxLength: longest.caption })),
    campaignId: t.Optional(t.String()),
  },
  closed,
)

export const Decision = t.Object(
  { decision: OneOf(['ACCEPTED', 'REJECTED']), reason: t.Optional(Text({ maxLength: longest.decisionReason })) },
  closed,
)

export const SubmissionAnswer = t.Object({ submission: Submission })

export const Submissions = t.Object({ submissions: t.Array(Submission), nextCursor: Nullable(t.String()) })

export const StudioQuery = t.Object(
  { ...ListQuery.properties, cursor: t.Optional(Cursor), status: t.Optional(OneOf(submissionStatuses)) },
  closed,
)

export const StudioSubmissions = t.Object({
  submissions: t.Array(t.Object({ ...Submission.properties, track: t.Object({ id: t.String(), title: t.String() }) })),
  nextCursor: Nullable(t.String()),
})

export type NewSubmission = Static<typeof NewSubmission>
export type Decision = Static<typeof Decision>
export type Submissions = Static<typeof Submissions>
export type StudioSubmissions = Static<typeof StudioSubmissions>
