import { ofMultibase, ofMultikey } from '../hash/multikey.ts'
import { say } from '../language/say.ts'
import { longDay } from '../time/day-text.ts'
import { Altered } from './check.ts'
import { type Fields, listOf, objectOf, textOf, timeOf } from './fields.ts'
import { isSignedBy } from './is-signed-by.ts'
import { canonicalDigest, readJson } from './strict-json.ts'

/**
 * The keys of a site, from its `/.well-known/did.json`: those for statements, and the verifier keys
 * of its log, none as long as that has no entries.
 */
export type SiteKeys = {
  readonly id: string
  readonly names: readonly string[]
  readonly methods: readonly Fields[]
  readonly logKeys: readonly string[]
}

/** Reads a DID document. Throws Altered when it is invalid. */
export function readKeys(text: string): SiteKeys {
  const document = objectOf(readJson(text, 'The list of keys'), 'The list of keys')
  const id = textOf(document.id, 'The name of the site in its list of keys')
  const former = listOf(document.alsoKnownAs, 'The list of former names').map((name) => textOf(name, 'A former name'))
  const assertive = listOf(document.assertionMethod, 'The list of keys that state something')
  const methods = listOf(document.verificationMethod, 'The list of keys').map((each) => objectOf(each, 'A key'))
  // A key that is listed for another use, such as signing in, proves no statement.
  const stating = methods.filter(
    (method) =>
      method.type === 'Multikey' &&
      method.controller === id &&
      method.id === `${id}#${method.publicKeyMultibase}` &&
      assertive.includes(textOf(method.id, 'The name of a key')),
  )
  return { id, names: [id, ...former], methods: stating, logKeys: logKeysIn(document) }
}

const logKeysIn = ({ service }: Fields): string[] =>
  listOf(service, 'The list of services')
    .map((each) => objectOf(each, 'A service'))
    .filter(({ type }) => type === 'TransparencyLog')
    .flatMap(({ verifierKeys }) => listOf(verifierKeys, 'The keys of the log'))
    .map((key) => textOf(key, 'A key of the log'))

export const hostOf = (did: string): string => decodeURIComponent(did.replace(/^did:web:/, ''))

/** A key of the site must have made it. Returns the finding; throws Altered. */
export async function checkSignature(
  { manifest, proof }: { readonly manifest: Fields; readonly proof: Fields },
  keys: SiteKeys,
): Promise<string> {
  const { host, createdMs } = await checkProof(manifest, proof, keys, 'manifest')
  if (createdMs < timeOf(manifest.issuedAt, 'The time of the manifest')) {
    throw new Altered('The signature is older than the manifest.')
  }
  return say('Signed by {host} on {day}.', { host, day: longDay(createdMs) })
}

export class UnknownKey extends Altered {}

const configKeys = ['type', 'cryptosuite', 'created', 'verificationMethod', 'proofPurpose', '@context', 'proofValue']

/**
 * Checks the proof of a document (W3C Data Integrity, eddsa-jcs-2022) and that a key of the site
 * made it. Returns the signer and the time; throws Altered. `what` names the document.
 */
export async function checkProof(
  document: Fields,
  proof: Fields,
  keys: SiteKeys,
  what: string,
): Promise<{ host: string; createdMs: number }> {
  const { proofValue, ...config } = proof
  if (config.type !== 'DataIntegrityProof' || config.cryptosuite !== 'eddsa-jcs-2022') {
    throw new Altered('The signature is of a kind that this program does not know.')
  }
  const unknown = Object.keys(proof).find((key) => !configKeys.includes(key))
  if (unknown !== undefined) throw new Altered(`The signature has “${unknown}”, which this program does not know.`)
  if (config.proofPurpose !== 'assertionMethod') throw new Altered('The signature was made for something else.')
  const createdMs = timeOf(config.created, 'The time of the signature')
  const [did = '', key = ''] = textOf(config.verificationMethod, 'The key of the signature').split('#')
  const host = hostOf(keys.id)
  if (!keys.names.includes(did)) throw new Altered(`It was signed as ${hostOf(did)}, which is no name of ${host}.`)
  const method = keys.methods.find(({ publicKeyMultibase }) => publicKeyMultibase === key)
  if (!method) throw new UnknownKey(`It was signed with a key that is not one of ${host}, or not one for statements.`)
  if (method.expires !== undefined && createdMs > timeOf(method.expires, 'The end of a key')) {
    throw new Altered(`It was signed with a key of ${host} after that had been replaced.`)
  }
  if (JSON.stringify(config['@context']) !== JSON.stringify(document['@context'])) {
    throw new Altered('The signature has another context than what it signs.')
  }
  if (!(await isSignedBy(decode(key, textOf(proofValue, 'The signature'), config, document, what)))) {
    throw new Altered(`The signature does not fit: the ${what} or the signature was altered.`)
  }
  return { host, createdMs }
}

function decode(key: string, proofValue: string, config: Fields, document: Fields, what: string) {
  const digests = [canonicalDigest(config, 'The signature'), canonicalDigest(document, `The ${what}`)]
  const message = new Uint8Array(digests.flatMap((digest) => [...digest]))
  try {
    return { message, publicKey: ofMultikey(key), signature: ofMultibase(proofValue) }
  } catch {
    throw new Altered('The signature or its key cannot be read.')
  }
}
