import { type Static, t } from 'elysia'
import { Nullable, OneOf } from '../../platform/http/request/schema.ts'

/**
 * An event's position in the log, and the proof (RFC 6962) that it is there; CONFIRMED once a
 * witness has cosigned the log with it. Hashes in hex.
 */
export const Anchor = t.Object({
  status: OneOf(['PENDING', 'ANCHORED', 'CONFIRMED']),
  log: Nullable(
    t.Object({
      index: t.Integer(),
      treeSize: t.Integer(),
      rootHash: t.String(),
      inclusionProof: t.Array(t.String()),
      checkpoint: t.String({ description: 'the signed head of that tree, with the cosignatures of witnesses' }),
    }),
  ),
})

export type Anchor = Static<typeof Anchor>
