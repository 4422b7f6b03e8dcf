import { t } from 'elysia'
import type { Ctx } from '../../context.ts'
import type { Guarded } from '../../platform/http/guard.ts'
import { fetchedElsewhere } from '../../platform/http/headers.ts'
import { didDocument } from './did-document.ts'

const DidDocument = t.Object({
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
})

/** The route of the keys that sign manifests (rule: signing-keys). */
export const signing = (ctx: Ctx) => (app: Guarded) =>
  app.get(
    '/.well-known/did.json',
    ({ set }) => {
      Object.assign(set.headers, fetchedElsewhere, { 'cache-control': 'public, max-age=300' })
      return didDocument(ctx)
    },
    { summary: 'Read the keys that have signed (did:web)', response: { 200: DidDocument } },
  )
