import { type Static, t } from 'elysia'
import { closed, Nullable } from '../../platform/http/request/schema.ts'
import { PlacesProof } from './shape.ts'

export const ProofQuery = t.Object(
  {
    limit: t.Optional(t.String({ pattern: '^([1-9][0-9]{0,2}|[1-4][0-9]{3}|5000)$', description: '1 to 5000' })),
    cursor: t.Optional(t.String({ pattern: '^[1-9][0-9]{0,14}$', description: 'the nextCursor of the page before' })),
    nonce: t.Optional(
      t.String({ pattern: '^[\\w-]{1,64}$', description: 'comes back signed, so that an old answer is not taken' }),
    ),
  },
  closed,
)

/** Proves that a page of events is in the log, and that no event is missing at its end. */
export const HistoryProof = t.Object({
  ...t.Omit(PlacesProof, ['checkpoint']).properties,
  nextCursor: Nullable(t.String()),
})

export type HistoryProof = Static<typeof HistoryProof>
