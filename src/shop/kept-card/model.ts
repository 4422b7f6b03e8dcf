import { t } from 'elysia'
import { closed } from '../../platform/http/request/schema.ts'

export const KeepCard = t.Object({ paymentIntentId: t.String({ minLength: 1, maxLength: 255 }) }, closed)
