import { t } from 'elysia'
import { closed, Handle } from '../../platform/http/request/schema.ts'

export const ChangeHandle = t.Object({ handle: Handle }, closed)
