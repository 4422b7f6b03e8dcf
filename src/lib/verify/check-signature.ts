import { ofMultibase, ofMultikey } from '../multikey.ts'
import { once } from '../once.ts'
import { Altered } from './check.ts'
import { type Fields, listOf, objectOf, textOf } from './fields.ts'
import { isSignedBy } from './is-signed-by.ts'
import type { SignedManifest } from './signed-manifest.ts'
import { canonicalDigest, readJson } from './strict-json.ts'

const day = once(() => new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' }))

/** The keys of a site, as its `/.well-known/did.json` has them. */
export type SiteKeys = { readonly id: string; readonly names: readonly string[]; readonly methods: readonly Fields[] }

/** Reads a DID document. Throws Altered when it is none. */
export function readKeys(text: string): SiteKeys {
  const document = objectOf(readJson(text, 'The list of keys'), 'The list of keys')
  const id = textOf(document.id, 'The name of the site in its list of keys')
  const former = listOf(document.alsoKnownAs, 'The list of former names').map((name) => textOf(name, 'A former name'))
  const methods = listOf(document.verificationMethod, 'The list of keys').map((each) => objectOf(each, 'A key'))
  return { id, names: [id, ...former], methods }
}

/** Returns the host that a name (did:web) stands for. */
export const hostOf = (did: string): string => decodeURIComponent(did.replace(/^did:web:/, ''))

/**
 * Checks the signature of a manifest (W3C Data Integrity, eddsa-jcs-2022) and that it was made by a key of the site.
 * Returns what holds; throws Altered.
 */
export async function checkSignature({ manifest, proof }: SignedManifest, keys: SiteKeys): Promise<string> {
  const { proofValue, ...config } = proof
  if (config.type !== 'DataIntegrityProof' || config.cryptosuite !== 'eddsa-jcs-2022') {
    throw new Altered('The signature is of a kind that this program does not know.')
  }
  if (config.proofPurpose !== 'assertionMethod') throw new Altered('The signature was made for something else.')
  const created = textOf(config.created, 'The time of the signature')
  const [did = '', key = ''] = textOf(config.verificationMethod, 'The key of the signature').split('#')
  const host = hostOf(keys.id)
  if (!keys.names.includes(did)) throw new Altered(`It was signed as ${hostOf(did)}, which is no name of ${host}.`)
  const method = keys.methods.find(({ publicKeyMultibase }) => publicKeyMultibase === key)
  if (!method) throw new Altered(`It was signed with a key that is not one of ${host}.`)
  if (typeof method.expires === 'string' && Date.parse(created) > Date.parse(method.expires)) {
    throw new Altered(`It was signed with a key of ${host} after that had been replaced.`)
  }
  const signed = decode(key, textOf(proofValue, 'The signature'), config, manifest)
  if (!(await isSignedBy(signed))) {
    throw new Altered('The signature does not fit: the manifest or the signature was altered.')
  }
  return `Signed by ${host} on ${day().format(new Date(created))}.`
}

function decode(key: string, proofValue: string, config: Fields, manifest: Fields) {
  const digests = [canonicalDigest(config, 'The signature'), canonicalDigest(manifest, 'The manifest')]
  const message = new Uint8Array(digests.flatMap((digest) => [...digest]))
  try {
    return { message, publicKey: ofMultikey(key), signature: ofMultibase(proofValue) }
  } catch {
    throw new Altered('The signature or its key cannot be read.')
  }
}
