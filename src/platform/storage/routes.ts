import { Elysia, t } from 'elysia'
import type { Ctx } from '../../context.ts'
import { guard } from '../http/guard.ts'
import * as shape from './model.ts'
import { readStorage } from './usage.ts'

/** The route of the caller's stored bytes (rule: quota). */
export const storage = (ctx: Ctx) =>
  new Elysia({ name: 'storage' })
    .use(guard(ctx))
    .get('/api/studio/storage', ({ author }) => ({ storage: readStorage(ctx, author) }), {
      summary: 'Read what you store',
      limit: 'read',
      session: true,
      response: { 200: t.Object({ storage: shape.Storage }) },
    })
