import { say } from '../language/say.ts'
import { once } from '../once.ts'
import { Altered, type Check, check, Unreadable } from './check.ts'
import type { History } from './check-history.ts'
import { checkProof, hostOf, readKeys } from './check-signature.ts'
import { type Fields, listOf, objectOf, refuseOthers, textOf, timeOf } from './fields.ts'
import { canonicalHash, readJson } from './strict-json.ts'
import { type PinnedState, readManifestOf, type Site, verifyRelease } from './verify-release.ts'

/** A license as a signed credential. */
export type LicenseFile = {
  readonly credential: Fields
  readonly proof: Fields
  readonly hash: string
  /** The host of whoever has signed it. */
  readonly issuer: string
  readonly licenseId: string
  readonly releaseId: string
  readonly title: string
  readonly licensee: string | null
  readonly scopes: readonly string[]
  readonly from: string
  readonly until: string
}

const parts = [
  '@context',
  'id',
  'type',
  'issuer',
  'validFrom',
  'validUntil',
  'credentialStatus',
  'credentialSubject',
  'proof',
]

/** Whether a JSON text looks like a credential rather than a manifest. */
export const isCredential = (text: string): boolean => text.includes('"VerifiableCredential"')

/**
 * Reads a credential (W3C Verifiable Credentials Data Model 2.0) of a license. Throws Altered when
 * it is none.
 */
export function readLicense(text: string): LicenseFile {
  const whole = objectOf(readJson(text, 'The license'), 'The license')
  refuseOthers(whole, parts, 'The license')
  const { proof, ...credential } = whole
  const types = listOf(credential.type, 'The kind of the credential')
  if (!types.includes('ReleaseLicense')) throw new Altered('This credential is no license of a release.')
  const subject = objectOf(credential.credentialSubject, 'What the license says')
  const release = objectOf(subject.release, 'The release of the license')
  return {
    credential,
    proof: objectOf(proof, 'The signature'),
    hash: canonicalHash(whole, 'The license'),
    issuer: textOf(credential.issuer, 'Who has signed the license'),
    licenseId: textOf(subject.licenseId, 'The id of the license'),
    releaseId: textOf(release.id, 'The id of the release'),
    title: textOf(release.title, 'The title of the release'),
    licensee: typeof subject.licensee === 'string' ? subject.licensee : null,
    scopes: listOf(subject.scopes, 'What is licensed').map((each) =>
      textOf(objectOf(each, 'A use').scope, 'A use that is licensed'),
    ),
    from: textOf(credential.validFrom, 'The beginning of the license'),
    until: textOf(credential.validUntil, 'The end of the license'),
  }
}

/**
 * Checks what a credential proves by itself: its signature, by a key of who issued it, and its
 * time.
 */
export async function* verifyCredential(
  license: LicenseFile,
  keys: () => Promise<string>,
  nowMs: number,
): AsyncGenerator<Check, undefined> {
  yield await check('license', async () => {
    const { credential, proof, issuer, licensee, scopes, from, until } = license
    const site = readKeys(await keys())
    if (!site.names.includes(issuer))
      throw new Altered(`It was issued by ${hostOf(issuer)}, not by ${hostOf(site.id)}.`)
    if (!textOf(proof.verificationMethod, 'The key of the signature').startsWith(`${issuer}#`)) {
      throw new Altered('It was signed as somebody else than who issued it.')
    }
    const { host } = await checkProof(credential, proof, site, 'license')
    if (timeOf(from, 'The beginning of the license') > nowMs)
      throw new Altered(say('The license begins only at {time}.', { time: from }))
    if (timeOf(until, 'The end of the license') <= nowMs)
      throw new Altered(say('The license was over at {time}.', { time: until }))
    const [uses, day] = [scopes.join(', '), until.slice(0, 10)]
    return licensee === null
      ? say('{host} has signed that its holder may: {uses}; until {day}.', { host, uses, day })
      : say('{host} has signed that {licensee} may: {uses}; until {day}.', { host, licensee, uses, day })
  })
  return undefined
}

/**
 * Checks a license at its site: the credential itself, the release and all of its history, and that
 * the license was granted there by this very credential and has not ended.
 */
export async function* verifyLicense(
  site: Site,
  license: LicenseFile,
  nowMs: number,
  kept: PinnedState = {},
): AsyncGenerator<Check, undefined> {
  const keys = once(async () => kept.keys ?? site.text('/.well-known/did.json'))
  yield* verifyCredential(license, keys, nowMs)
  const { licenseId, releaseId, hash } = license
  let history: History | undefined
  const signed = await readManifestOf(site, releaseId)
  if (signed.releaseId !== releaseId) throw new Altered('The answer is about another release.')
  yield* verifyRelease(site, signed, kept, (read) => {
    history = read
  })
  yield await check('granted', () => {
    if (!history) throw new Unreadable('Whether it was granted cannot be told as long as the history does not hold.')
    const events = history.grants.filter((each) => each.licenseId === licenseId)
    const granted = events.find(({ type }) => type === 'LICENSE_GRANTED')
    if (!granted) throw new Altered('The history of the release knows of no such license.')
    if (granted.credentialHash !== hash) throw new Altered('The license was granted with other words than these.')
    const last = events.at(-1)
    if (last?.type === 'LICENSE_ENDED')
      throw new Altered(say('The license has ended: event {event} says so.', { event: last.sequence }))
    return last?.type === 'LICENSE_RESUMED'
      ? say('Event {event} granted it; it had ended, and holds again since event {last}.', {
          event: granted.sequence,
          last: last.sequence,
        })
      : say('Event {event} granted it, and none has ended it.', { event: granted.sequence })
  })
  return undefined
}
