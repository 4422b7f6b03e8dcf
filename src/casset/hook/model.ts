import { type Static, t } from 'elysia'
import { Nullable } from '../../platform/http/schema.ts'
import { Comment } from '../comment/shape.ts'

const { id, author, text, atSec, createdAt } = Comment.properties

/** Answer of GET /api/hooks/{hookId}/comments. */
export const HookComments = t.Object({
  comments: t.Array(t.Object({ id, author, text, atSec, createdAt })),
  nextCursor: Nullable(t.String()),
})

export type HookComments = Static<typeof HookComments>
