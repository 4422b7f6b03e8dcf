import { t } from 'elysia'
import { closed } from '../../platform/http/request/schema.ts'

/** Body of a like: without `liked` it toggles. */
export const Like = t.Object({ liked: t.Optional(t.Boolean()) }, closed)

export const Liked = t.Object({ liked: t.Boolean(), likes: t.Integer() })
