import { type Static, t } from 'elysia'
import { submissionStatuses } from '../../../db/schema/drop/submission.ts'
import { Handle, Nullable, OneOf } from '../../platform/http/request/schema.ts'

export const Submission = t.Object({
  id: t.String(),
  hookId: t.String(),
  author: t.Object({ handle: Handle, displayName: t.String(), pfp: t.String() }),
  clip: t.Object({
    url: t.String({ description: 'where the clip is: elsewhere, or here if it was uploaded' }),
    assetId: Nullable(t.String({ description: 'null for a link' })),
    contentType: Nullable(t.String()),
    durationSec: Nullable(t.Number()),
    width: Nullable(t.Integer()),
    height: Nullable(t.Integer()),
  }),
  caption: t.String(),
  campaignId: Nullable(t.String()),
  status: OneOf(submissionStatuses),
  reason: Nullable(t.String({ description: 'what the artist said of it, to its submitter only' })),
  likes: t.Integer(),
  liked: t.Boolean(),
  createdAt: t.String(),
})

export type Submission = Static<typeof Submission>
