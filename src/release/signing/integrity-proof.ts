import { type KeyObject, sign } from 'node:crypto'
import { multibase } from '../../lib/hash/multikey.ts'
import { type Canonical, canonicalJson } from '../../lib/json/canonical-json.ts'

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
