import { type Static, t } from 'elysia'
import { Nullable, OneOf } from '../../platform/http/request/schema.ts'

/** An event's position in the log, and the proof (RFC 6962) that it is there. Hashes in hex. */
export const Anchor = t.Object({
  status: OneOf(['PENDING', 'ANCHORED', 'CONFIRMED']),
  log: Nullable(
    t.Object({
      index: t.Integer(),
      treeSize: t.Integer(),
      rootHash: t.String(),
      inclusionProof: t.Array(t.String()),
    }),
  ),
  timestamp: t.Optional(
    t.Object(
      {
        blockHeight: t.Integer({ description: 'of the Bitcoin block that the calendar names' }),
        checkpoint: t.String({ description: 'the text of the checkpoint that was attested' }),
        proof: t.String({ description: 'the OpenTimestamps proof of that text' }),
      },
      { description: 'only when CONFIRMED' },
    ),
  ),
})

export type Anchor = Static<typeof Anchor>
