import type { Ctx } from '../../context.ts'
import type { Guarded } from '../../platform/http/guard.ts'
import { knownRelease } from '../visible-release.ts'
import { HistoryProof, ProofQuery } from './model.ts'
import { proveHistory } from './prove-history.ts'

const mostAtOnce = 1_000

/** See rule: history-proof. */
export const releaseProof = (ctx: Ctx) => (app: Guarded) =>
  app.get(
    '/api/agents/releases/:id/provenance/proof',
    ({ params, query: { limit, ...query } }) => {
      const { id } = knownRelease(ctx, params.id)
      return proveHistory(ctx, id, { ...query, limit: Number(limit ?? mostAtOnce) })
    },
    {
      summary: 'Prove the events of a release by the log',
      limit: 'agent-read',
      elsewhere: true,
      query: ProofQuery,
      response: { 200: HistoryProof },
    },
  )
