import { signingNames } from '../../db/schema/signing.ts'
import type { Ctx } from '../context.ts'
import type { Canonical } from '../lib/canonical-json.ts'
import { didOf } from './did-document.ts'
import { type DataIntegrityProof, proofOf } from './integrity-proof.ts'
import { signingKey } from './keys.ts'

/** Returns the proof of a document by this instance, as of a moment (a time in ms). */
export function signDocument(
  ctx: Ctx,
  document: { readonly [key: string]: Canonical },
  atMs: number,
): DataIntegrityProof {
  const did = didOf(ctx)
  ctx.db.insert(signingNames).values({ did, firstUsedAt: atMs }).onConflictDoNothing().run()
  const { publicKey, privateKey } = signingKey(ctx, 'manifest')
  const verificationMethod = `${did}#${publicKey}`
  return proofOf(document, { created: new Date(atMs).toISOString(), verificationMethod, privateKey })
}
