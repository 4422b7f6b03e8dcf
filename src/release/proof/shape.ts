import { type Static, t } from 'elysia'
import { Nullable } from '../../platform/http/request/schema.ts'
import { Proof } from '../shape.ts'

export const DidDocument = t.Object({
  '@context': t.Array(t.String()),
  id: t.String(),
  alsoKnownAs: t.Optional(t.Array(t.String())),
  verificationMethod: t.Array(
    t.Object({
      id: t.String(),
      type: t.String(),
      controller: t.String(),
      publicKeyMultibase: t.String(),
      expires: t.Optional(t.String({ description: 'when it was replaced: what it signed before stays valid' })),
    }),
  ),
  assertionMethod: t.Array(t.String()),
  service: t.Optional(
    t.Array(
      t.Object({
        id: t.String(),
        type: t.Literal('TransparencyLog'),
        serviceEndpoint: t.String({ description: 'the prefix of the log (C2SP tlog-tiles)' }),
        verifierKeys: t.Array(t.String(), { description: 'the only keys that may sign the log (C2SP signed-note)' }),
      }),
    ),
  ),
})

/** The number of a release's events and the hash of the newest, signed like a manifest. */
export const HistoryHead = t.Object({
  schema: t.Literal('tapedeck.history-head.v1'),
  releaseId: t.String(),
  eventCount: t.Integer(),
  head: t.String({ description: 'the hash of the newest event' }),
  log: Nullable(
    t.Object({
      origin: t.String(),
      treeSize: t.Integer(),
      rootHash: t.String(),
      verifierKeys: t.Array(t.String(), { description: 'the only keys that may sign the log (C2SP signed-note)' }),
      witnesses: t.Array(
        t.Object({
          verifierKey: t.String({ description: 'a key of C2SP tlog-cosignature' }),
          url: t.String({ description: 'its submission and monitoring prefix (C2SP tlog-witness)' }),
          treeSize: t.Integer({ description: 'of the largest tree of this log that it has cosigned' }),
        }),
      ),
    }),
  ),
  issuedAt: t.String(),
  nonce: Nullable(t.String()),
  proof: Proof,
})

/** Proves that some events are in the log, to whoever cannot ask for its checkpoint. */
export const PlacesProof = t.Object({
  head: HistoryHead,
  logIndexes: t.Array(t.Integer(), { description: 'the place of each event in the log' }),
  inclusionProof: t.Array(t.String(), {
    description:
      'hashes of the largest subtrees of the log’s tree that hold none of these events, from left to right, in hex',
  }),
  checkpoint: Nullable(t.String({ description: 'the signed head of the log (C2SP tlog-checkpoint)' })),
})

export type HistoryHead = Static<typeof HistoryHead>
export type PlacesProof = Static<typeof PlacesProof>
