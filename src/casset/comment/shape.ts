import { type Static, t } from 'elysia'
import { Handle, Nullable } from '../../platform/http/request/schema.ts'

export const Person = t.Object({ handle: Handle, displayName: t.String(), pfp: t.String() })

/** A comment as everybody reads it (rule: comments). */
export const Comment = t.Object({
  id: t.String(),
  author: Person,
  text: t.String(),
  writesIn: t.Optional(t.String({ description: 'the language of its author, a tag of BCP 47; absent if unknown' })),
  hookId: Nullable(t.String({ description: 'the hook that it is about' })),
  atSec: Nullable(t.Number({ description: 'the second of the track that it is about' })),
  emojiIds: t.Array(t.String(), { description: 'the emoji whose :shortcode: is in the text' }),
  createdAt: t.String(),
})

export type Person = Static<typeof Person>
export type Comment = Static<typeof Comment>
