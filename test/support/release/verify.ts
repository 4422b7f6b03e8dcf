import { createHash } from 'node:crypto'
import { verifyAsync } from '@noble/ed25519'
import { base58 } from '@scure/base'
import { Type as t } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { canonicalize } from 'json-canonicalize'

const sha256 = (text: string) => createHash('sha256').update(text).digest()

/** The SHA-256, in hex, of a value as canonical JSON: as another library writes it. */
export const hashOf = (value: unknown): string => sha256(canonicalize(value)).toString('hex')

const Proof = t.Object({ proofValue: t.String(), verificationMethod: t.String() }, { additionalProperties: true })

/**
 * Whether a proof with eddsa-jcs-2022 is right, told by another library from the key that it names.
 */
export async function isSigned(document: unknown, proof: unknown): Promise<boolean> {
  Value.Assert(Proof, proof)
  const { proofValue, ...config } = proof
  const hashes = Buffer.concat([sha256(canonicalize(config)), sha256(canonicalize(document))])
  const multikey = proof.verificationMethod.split('#')[1] ?? ''
  return verifyAsync(base58.decode(proofValue.slice(1)), hashes, base58.decode(multikey.slice(1)).slice(2))
}
