import { type Static, Type as t } from '@sinclair/typebox'
import { Person } from '../casset/comment/shape.ts'
import { Money, Nullable } from '../platform/http/request/schema.ts'

export const Tip = t.Object({
  author: Person,
  amount: Money,
  message: Nullable(t.String()),
  emojiIds: t.Array(t.String()),
  createdAt: t.String(),
})

export type Tip = Static<typeof Tip>
