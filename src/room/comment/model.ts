import { type Static, t } from 'elysia'
import { Comment } from '../../casset/comment/shape.ts'
import { uuidPattern } from '../../lib/hash/uuid.ts'
import { Text } from '../../lib/text/code-points.ts'
import { longest } from '../../lib/text/longest.ts'
import { closed, Nullable } from '../../platform/http/request/schema.ts'

const Id = t.String({ pattern: uuidPattern.source, description: 'an id' })

export const NewComment = t.Object(
  {
    text: Text({ minLength: 1, maxLength: longest.comment, description: 'a text of 1 to 500 characters' }),
    hookId: t.Optional(Id),
    atSec: t.Optional(t.Number({ minimum: 0, maximum: 86_400 })),
    emojiIds: t.Optional(t.Array(Id, { maxItems: 20 })),
  },
  closed,
)

const { id, author, text, atSec, createdAt } = Comment.properties

export const HookComments = t.Object({
  comments: t.Array(t.Object({ id, author, text, atSec, createdAt })),
  nextCursor: Nullable(t.String()),
})

export type HookComments = Static<typeof HookComments>

export const PostedComment = t.Object({ comment: Comment })

export type NewComment = Static<typeof NewComment>
