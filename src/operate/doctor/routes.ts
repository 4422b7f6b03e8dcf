import { t } from 'elysia'
import type { Ctx } from '../../context.ts'
import type { Guarded } from '../../platform/http/guard.ts'
import { readReadiness } from './readiness.ts'

const Readiness = t.Object({
  ok: t.Boolean({ description: 'requests can be sent here' }),
  write: t.Boolean({ description: 'the database takes writes' }),
  disk: t.Boolean({ description: 'there is more room than the reserve' }),
  jobs: t.Boolean({ description: 'no job should have been done an hour ago' }),
})

export const readiness = (ctx: Ctx) => (app: Guarded) =>
  app.get(
    '/readyz',
    async ({ status, set }) => {
      set.headers['cache-control'] = 'no-store'
      const found = await readReadiness(ctx)
      return found.ok ? found : status(503, found)
    },
    {
      operation: 'getReadiness',
      summary: 'Say whether the service can answer',
      detail: { security: [] },
      response: { 200: Readiness, 503: Readiness },
    },
  )
