import { partsBy } from '../../../db/prepared.ts'
import { signingNames } from '../../../db/schema/release/signing.ts'
import type { Ctx } from '../../context.ts'
import type { Canonical } from '../../lib/json/canonical-json.ts'
import { didOf } from './did.ts'
import { type DataIntegrityProof, proofOf } from './integrity-proof.ts'
import { signingKey } from './keys.ts'

export type Document = { readonly [key: string]: Canonical }

/** Returns the proof of a document by this instance, as of a moment (a time in ms). */
export const signDocument = (ctx: Ctx, document: Document, atMs: number): DataIntegrityProof =>
  signerOf(ctx, atMs)(document)

/** The key is read once: keep it for one answer, as another process may replace the key. */
export function signerOf(ctx: Ctx, atMs: number): (document: Document) => DataIntegrityProof {
  const did = didOf(ctx)
  noteName(ctx, did, atMs)
  const { publicKey, privateKey } = signingKey(ctx, 'manifest')
  const signing = { created: new Date(atMs).toISOString(), verificationMethod: `${did}#${publicKey}`, privateKey }
  return (document) => proofOf(document, signing)
}

const known = partsBy(signingNames, ['did'], 'did')

/** Reads first: signing a receipt should not need a write. */
function noteName({ db }: Ctx, did: string, firstUsedAt: number): void {
  if (known(db).get({ did })) return
  db.insert(signingNames).values({ did, firstUsedAt }).onConflictDoNothing().run()
}
