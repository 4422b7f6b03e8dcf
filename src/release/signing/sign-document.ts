import { type KeyObject, sign } from 'node:crypto'
import { partsBy } from '../../../db/prepared.ts'
import { signingNames } from '../../../db/schema/release/signing.ts'
import type { Ctx } from '../../context.ts'
import { multibase } from '../../lib/hash/multikey.ts'
import { type Canonical, canonicalJson } from '../../lib/json/canonical-json.ts'
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

/** A W3C Data Integrity proof with the cryptosuite eddsa-jcs-2022. */
export type DataIntegrityProof = {
  type: 'DataIntegrityProof'
  cryptosuite: 'eddsa-jcs-2022'
  created: string
  verificationMethod: string
  proofPurpose: 'assertionMethod'
  proofValue: string
}

type Signing = { created: string; verificationMethod: string; privateKey: KeyObject }

const sha256 = (text: string) => new Bun.CryptoHasher('sha256').update(text).digest()

/** Returns the proof of a document (Data Integrity EdDSA Cryptosuites 1.0, 3.3.1). */
export function proofOf(
  document: { readonly [key: string]: Canonical },
  { created, verificationMethod, privateKey }: Signing,
): DataIntegrityProof {
  const config = {
    type: 'DataIntegrityProof',
    cryptosuite: 'eddsa-jcs-2022',
    created,
    verificationMethod,
    proofPurpose: 'assertionMethod',
    ...('@context' in document ? { '@context': document['@context'] ?? null } : {}),
  } as const
  const hashes = Buffer.concat([sha256(canonicalJson(config)), sha256(canonicalJson(document))])
  return { ...config, proofValue: multibase(sign(null, hashes, privateKey)) }
}

/** Returns the name of this instance as a signer: did:web of its address. */
export const didOf = ({ site }: Pick<Ctx, 'site'>): string => `did:web:${encodeURIComponent(new URL(site.origin).host)}`
