import { t } from 'elysia'
import type { Ctx } from '../../context.ts'
import type { Guarded } from '../http/guard.ts'
import * as shape from './model.ts'
import { readStorage } from './usage.ts'

/** The route of the caller's stored bytes (rule: quota). */
export const storage = (ctx: Ctx) => (app: Guarded) =>
  app.get('/api/studio/storage', ({ author }) => ({ storage: readStorage(ctx, author) }), {
    operation: 'getStorage',
    summary: 'Read what you store',
    session: true,
    response: { 200: t.Object({ storage: shape.Storage }) },
  })
