import { say } from '../../language/say.ts'
import { once } from '../../turn/once.ts'
import { Altered, type Check, type CheckName, check, Ended, Over, Unreadable } from '../check.ts'
import type { GrantEvent } from '../check-history.ts'
import { checkProof, hostOf, readKeys } from '../check-signature.ts'
import { type Fields, listOf, objectOf, refuseOthers, textOf, timeOf } from '../fields.ts'
import { canonicalHash, readJson } from '../strict-json.ts'
import { type PinnedState, readManifestOf, type Site, verifyHistory } from '../verify-release.ts'
import { checkListed, entryOf } from './check-listed.ts'

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

/** W3C Verifiable Credentials Data Model 2.0. Throws Altered when the text is none. */
export const readLicense = (text: string): LicenseFile =>
  licenseIn(objectOf(readJson(text, 'The license'), 'The license'))

/** The same of what was read. */
export function licenseIn(whole: Fields): LicenseFile {
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

/** Checks a credential by itself: its issuer's signature, and that it counts at a time. */
export async function* verifyCredential(
  license: LicenseFile,
  keys: () => Promise<string>,
  atMs: number,
): AsyncGenerator<Check, undefined> {
  yield await check('license', async () => {
    const { credential, proof, issuer, licensee, scopes, from, until } = license
    const site = readKeys(await keys())
    if (!site.names.includes(issuer))
      throw new Altered(`It was issued by ${hostOf(issuer)}, not by ${hostOf(site.id)}.`)
    if (!textOf(proof.verificationMethod, 'The key of the signature').startsWith(`${issuer}#`)) {
      throw new Altered('It was signed as somebody else than its issuer.')
    }
    const { host } = await checkProof(credential, proof, site, 'license')
    if (timeOf(from, 'The beginning of the license') > atMs)
      throw new Over(say('The license begins only at {time}.', { time: from }))
    if (timeOf(until, 'The end of the license') <= atMs)
      throw new Over(say('The license was over at {time}.', { time: until }))
    const [uses, day] = [scopes.join(', '), until.slice(0, 10)]
    return licensee === null
      ? say('{host} has signed that its holder may: {uses}; until {day}.', { host, uses, day })
      : say('{host} has signed that {licensee} may: {uses}; until {day}.', { host, licensee, uses, day })
  })
  return undefined
}

/**
 * The time at which a license is to count: a past one, or now, at which all of its history counts,
 * whatever the clock of the site says.
 */
export type AskedTime = { readonly nowMs: number; readonly atMs?: number | undefined }

/**
 * Checks a license at its site: the credential itself, the release and all of its history, and that
 * the license was granted there by this very credential and had not ended at that time.
 */
export async function* verifyLicense(
  site: Site,
  license: LicenseFile,
  asked: AskedTime,
  kept: PinnedState = {},
): AsyncGenerator<Check, undefined> {
  const keys = once(async () => kept.keys ?? site.text('/.well-known/did.json'))
  yield* verifyCredential(license, keys, asked.atMs ?? asked.nowMs)
  yield* verifyGrant(site, license, asked, kept, 'granted')
  return undefined
}

/** Checks a license by the release and the history that its site has now, as `name`. */
export async function* verifyGrant(
  site: Site,
  license: LicenseFile,
  { atMs }: AskedTime,
  kept: PinnedState,
  name: CheckName,
): AsyncGenerator<Check, undefined> {
  const { licenseId, releaseId, hash, credential } = license
  const entry = entryOf(credential)
  // Before the events, which have whatever was changed until then.
  const [listed] = await Promise.allSettled(entry ? [site.text(entry.path)] : [])
  const { head, read } = yield* verifyHistory(site, await readManifestOf(site, releaseId), kept)
  const isRestored = isLaterOrigin(head?.origin)
  yield await check(name, () => {
    if (!read) throw new Unreadable('Whether it was granted cannot be told as long as the history does not hold.')
    const events = read.history.grants.filter((each) => each.licenseId === licenseId)
    // A restored site may have granted it twice: with the words from before, and with its own.
    const granted = events.find((each) => isGrant(each) && each.credentialHash === hash)
    if (!granted && isRestored) throw new Unreadable(restoredText(license))
    if (!events.some(isGrant)) throw new Altered('The history of the release knows of no such license.')
    if (!granted) throw otherWords()
    return standingText(granted, lastAt(events, granted, atMs))
  })
  const last = read?.history.grants.findLast((each) => each.licenseId === licenseId)
  if (!entry || !listed || !read || !last) return undefined
  yield await check('listed', () => {
    if (listed.status === 'rejected') throw listed.reason
    const known = { hasEnded: last.type === 'LICENSE_ENDED', changedAtMs: last.occurredAtMs }
    return checkListed(listed.value, entry, read.keys, { ...known, asOfMs: read.proven.issuedAtMs })
  })
  return undefined
}

export const isGrant = ({ type }: GrantEvent): boolean => type === 'LICENSE_GRANTED'

export const otherWords = (): Altered => new Altered('The license was granted with other words than these.')

/** Returns the last of a license's events until a time. Its grant may be written down later. */
export const lastAt = (events: readonly GrantEvent[], granted: GrantEvent, atMs: number | undefined): GrantEvent =>
  events.findLast(({ occurredAtMs }) => atMs === undefined || occurredAtMs <= atMs) ?? granted

/** Returns the finding; throws Ended. */
export function standingText(granted: GrantEvent, last: GrantEvent): string {
  if (last.type === 'LICENSE_ENDED')
    throw new Ended(say('The license has ended: event {event} says so.', { event: last.sequence }))
  return last.type === 'LICENSE_RESUMED'
    ? say('Event {event} granted it; it had ended, and holds again since event {last}.', {
        event: granted.sequence,
        last: last.sequence,
      })
    : say('Event {event} granted it, and none has ended it.', { event: granted.sequence })
}

/** A site that restores a backup signs its log under another name from then on: host/log/2. */
const isLaterOrigin = (origin: string | undefined): boolean => origin !== undefined && /\/log\/\d+$/.test(origin)

const restoredText = ({ credential: { id } }: LicenseFile): string =>
  say(
    'The site was restored from a backup and has lost this license, or what it says. That does not make it a forgery: hand this file in at {url}, and check it again.',
    { url: typeof id === 'string' ? id.slice(0, id.lastIndexOf('/')) : '' },
  )
