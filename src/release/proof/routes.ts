import type { Ctx } from '../../context.ts'
import type { Guarded } from '../../platform/http/guard.ts'
import { fetchedElsewhere } from '../../platform/http/headers.ts'
import { knownRelease } from '../visible-release.ts'
import { didDocument } from './did-document.ts'
import { HistoryProof, ProofQuery } from './model.ts'
import { proveHistory } from './prove-history.ts'
import { DidDocument } from './shape.ts'

const mostAtOnce = 1_000

/** The proof of events, and the keys of the site (rules: history-proof, signing-keys). */
export const releaseProof = (ctx: Ctx) => (app: Guarded) =>
  app
    .get(
      '/api/agents/releases/:id/provenance/proof',
      ({ params, query: { limit, ...query } }) => {
        const { id } = knownRelease(ctx, params.id)
        return proveHistory(ctx, id, { ...query, limit: Number(limit ?? mostAtOnce) })
      },
      {
        operation: 'getProof',
        summary: 'Prove the events of a release by the log',
        limit: 'agent-read',
        elsewhere: true,
        query: ProofQuery,
        response: { 200: HistoryProof },
      },
    )
    .get(
      '/.well-known/did.json',
      ({ set }) => {
        Object.assign(set.headers, fetchedElsewhere, { 'cache-control': 'public, max-age=300' })
        return didDocument(ctx)
      },
      {
        operation: 'getDid',
        summary: 'Read the keys that have signed (did:web)',
        tells: ['Cache-Control'],
        response: { 200: DidDocument },
      },
    )
