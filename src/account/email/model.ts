import { t } from 'elysia'
import { closed } from '../../platform/http/request/schema.ts'

export const VerifyEmail = t.Object({ token: t.String({ maxLength: 200 }) }, closed)
