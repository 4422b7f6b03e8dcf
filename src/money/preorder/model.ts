import { t } from 'elysia'
import { closed } from '../../platform/http/schema.ts'

/** Body of POST /api/guest/preorder/refund. */
export const WithSecret = t.Object({ secret: t.String({ minLength: 1, maxLength: 64 }) }, closed)
