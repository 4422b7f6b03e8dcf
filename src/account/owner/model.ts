import { t } from 'elysia'
import { closed } from '../../platform/http/request/schema.ts'

/** Body of POST /api/auth/setup: the token of the link printed at first start. */
export const SetUp = t.Object({ token: t.String({ maxLength: 200 }) }, closed)
