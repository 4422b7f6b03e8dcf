import { type Static, t } from 'elysia'
import { Nullable } from '../http/request/schema.ts'

/** The caller's stored bytes: `quotaBytes` is null for accounts without a quota. */
export const Storage = t.Object({
  bytes: t.Integer(),
  quotaBytes: Nullable(t.Integer()),
  words: t.String({ description: 'such as "1.2 of 10 GB used"' }),
})

export type Storage = Static<typeof Storage>
