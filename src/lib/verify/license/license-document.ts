import { leafHash, rootOfBatch } from '../../hash/merkle.ts'
import { say } from '../../language/say.ts'
import { sumText } from '../../money/money.ts'
import { longDay } from '../../time/day-text.ts'
import { ofHex, sameBytes } from '../bytes.ts'
import { Altered, type Check, check, Said, SelfSigned, Unreadable } from '../check.ts'
import { type GrantEvent, grantOf } from '../check-history.ts'
import { checkProof, hostOf, readKeys, type SiteKeys } from '../check-signature.ts'
import { type Fields, listOf, objectOf, refuseOthers, textOf, timeOf, wholeOf } from '../fields.ts'
import { openCheckpoint } from '../note/checkpoint.ts'
import { logKeysOf, treeOf } from '../read-proofs.ts'
import { canonicalHash, readJson } from '../strict-json.ts'
import type { PinnedState, Site } from '../verify-release.ts'
import {
  type AskedTime,
  isGrant,
  type LicenseFile,
  lastAt,
  licenseIn,
  otherWords,
  readLicense,
  standingText,
  verifyCredential,
  verifyGrant,
  verifyLicense,
} from './verify-license.ts'

/** The parts of a license as one file besides its credential (rule: license-file). */
type Enclosed = {
  readonly agreed: Fields[string]
  readonly keys: Fields
  readonly events: readonly Fields[]
  readonly log: Fields
  readonly status: Fields
}

/** A certificate as it was saved: the credential by itself, or the file that stands alone. */
export type Certificate = { readonly license: LicenseFile; readonly enclosed: Enclosed | null }

const schema = 'tapedeck.license.v1'
const parts = ['schema', 'credential', 'agreed', 'keys', 'events', 'log', 'status']

/** Throws Altered when the text is neither. */
export function readCertificate(text: string): Certificate {
  const whole = objectOf(readJson(text, 'The license'), 'The license')
  if (!('credential' in whole)) return { license: readLicense(text), enclosed: null }
  refuseOthers(whole, parts, 'The file of the license')
  if (whole.schema !== schema) throw new Altered('The file of the license is of another kind.')
  return {
    license: licenseIn(objectOf(whole.credential, 'The license')),
    enclosed: {
      agreed: listOf(whole.agreed, 'The list of what was agreed'),
      keys: objectOf(whole.keys, 'The list of keys'),
      events: listOf(whole.events, 'The events of the license').map((each) => objectOf(each, 'An event')),
      log: objectOf(whole.log, 'The proof of the log'),
      status: objectOf(whole.status, 'The status of the license'),
    },
  }
}

/**
 * Checks a certificate: a file that stands alone by itself, and at its site as far as that answers;
 * a credential alone at its site.
 */
export async function* verifyCertificate(
  site: Site,
  { license, enclosed }: Certificate,
  asked: AskedTime,
  kept: PinnedState = {},
): AsyncGenerator<Check, undefined> {
  if (!enclosed) return yield* verifyLicense(site, license, asked, kept)
  const live = kept.keys === undefined ? await answerOf(site.text('/.well-known/did.json')) : undefined
  const keys = kept.keys ?? live ?? JSON.stringify(enclosed.keys)
  yield await check('keys', () => {
    if (live !== undefined || kept.keys !== undefined)
      return checkKeys(license, enclosed.keys, keys, live !== undefined)
    throw new SelfSigned(unconfirmedText(license, enclosed.keys))
  })
  yield* verifyCredential(license, async () => keys, asked.atMs ?? asked.nowMs)
  yield await check('terms', () => checkTerms(license, enclosed.agreed))
  let told: Told | undefined
  yield await check('granted', async () => {
    told = await readTold(license, enclosed, readKeys(keys))
    const at = longDay(told.granted.occurredAtMs)
    return say('Event {event} granted it on {day}: it is among the {size} entries of the log {log}.', {
      event: told.granted.sequence,
      day: at,
      size: told.size,
      log: told.origin,
    })
  })
  if (live !== undefined && (yield* verifiedAtSite(site, license, asked, kept))) return undefined
  yield await check('standing', () => standingThen(told, asked))
  return undefined
}

/** Returns what was read, undefined for what cannot be. */
async function answerOf<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading
  } catch (error) {
    if (error instanceof Unreadable) return undefined
    throw error
  }
}

/** Returns whether the site tells: it does not of a release that is not public any more. */
async function* verifiedAtSite(
  site: Site,
  license: LicenseFile,
  asked: AskedTime,
  kept: PinnedState,
): AsyncGenerator<Check, boolean> {
  const checks = verifyGrant(site, license, asked, kept, 'standing')
  const first = await answerOf(checks.next())
  if (first === undefined) return false
  for (let step = first; !step.done; step = await checks.next()) yield step.value
  return true
}

/** Returns the finding. Without the site nobody but its reader tells whose keys a file has. */
function unconfirmedText({ issuer, proof }: LicenseFile, keys: Fields): string {
  const site = readKeys(JSON.stringify(keys))
  if (!site.names.includes(issuer)) throw new Altered(`The keys are those of ${hostOf(site.id)}.`)
  return say('{host} does not answer, and the file says that its key is {key}: compare it with what you know.', {
    host: hostOf(issuer),
    key: textOf(proof.verificationMethod, 'The key of the signature').split('#')[1] ?? '',
  })
}

function checkKeys({ issuer, proof }: LicenseFile, own: Fields, text: string, isLive: boolean): string {
  const [site, enclosed] = [readKeys(text), readKeys(JSON.stringify(own))]
  const [known, inFile] = [site, enclosed].map(({ methods }) => methods.map((each) => each.publicKeyMultibase))
  const used = textOf(proof.verificationMethod, 'The key of the signature').split('#')[1]
  if (!site.names.includes(issuer)) throw new Altered(`It was issued by ${hostOf(issuer)}, not by ${hostOf(site.id)}.`)
  if (!enclosed.names.includes(issuer) || !inFile?.includes(used)) {
    throw new Altered('The keys in the file are not those that it was signed with.')
  }
  if (isLive && !inFile.every((key) => known?.includes(key))) {
    throw new Altered(`The file has a key that ${hostOf(site.id)} does not have.`)
  }
  return isLive
    ? say('{host} says that these are its keys.', { host: hostOf(site.id) })
    : say('These are the keys of {host} that were kept.', { host: hostOf(site.id) })
}

/** Returns the finding: the terms word for word, which the credential has as hashes. */
function checkTerms({ credential }: LicenseFile, agreed: Fields[string]): string {
  const { agreedHash } = objectOf(credential.credentialSubject, 'What the license says')
  if (canonicalHash(agreed, 'What was agreed') !== agreedHash) {
    throw new Altered('What was agreed is not what was signed: the terms or the prices were altered.')
  }
  const lines = listOf(agreed, 'The list of what was agreed').map((each) => {
    const { scope, price, terms } = objectOf(each, 'A use')
    const sum = price === null || price === undefined ? null : objectOf(price, 'The price of a use')
    const cost =
      sum && sumText({ amount: wholeOf(sum.amount, 'A price'), currency: textOf(sum.currency, 'A currency') })
    return `${textOf(scope, 'A use')}${cost ? ` (${cost})` : ''}${typeof terms === 'string' ? `: ${terms}` : ''}`
  })
  return say('What was agreed, word for word: {list}', { list: lines.join('; ') })
}

/** The history of a license by the enclosed events, as of when the file was saved. */
type Told = {
  readonly events: readonly GrantEvent[]
  readonly granted: GrantEvent
  readonly asOfMs: number
  readonly host: string
  readonly size: number
  readonly origin: string
}

/** Throws Altered for anything that the site has not signed; Unreadable for what is too new. */
async function readTold(license: LicenseFile, { events, log, status }: Enclosed, keys: SiteKeys): Promise<Told> {
  const { licenseId, releaseId, hash } = license
  const grants = events.map((event, at) => {
    const { eventHash, ...hashed } = event
    const name = `Event ${at + 1} of the file`
    if (canonicalHash(hashed, name) !== eventHash) throw new Altered(`${name} was altered: it does not have its hash.`)
    const [found] = grantOf(event, wholeOf(event.sequence, `The place of event ${at + 1}`))
    if (found?.licenseId !== licenseId) throw new Altered(`${name} is about something else.`)
    return found
  })
  const granted = grants.find((each) => isGrant(each) && each.credentialHash === hash)
  if (!granted) throw otherWords()
  const tree = await checkInLog(events, log, releaseId, keys)
  const { proof, ...said } = status
  const { host } = await checkProof(said, objectOf(proof, 'The signature of the status'), keys, 'status')
  const isOf = said.schema === 'tapedeck.license-status.v1' && said.licenseId === licenseId
  if (!isOf) throw new Altered('The status is that of another license.')
  const isHeld = grants.at(-1)?.type !== 'LICENSE_ENDED'
  if (said.status !== (isHeld ? 'GRANTED' : 'ENDED')) {
    throw new Altered('The status is not what the events say: one of them was left out.')
  }
  return { events: grants, granted, asOfMs: timeOf(said.issuedAt, 'The time of the status'), host, ...tree }
}

/** Checks that events are in the log, by a head of it that the site and the log have signed. */
async function checkInLog(events: readonly Fields[], log: Fields, releaseId: string, keys: SiteKeys) {
  refuseOthers(log, ['head', 'logIndexes', 'inclusionProof', 'checkpoint'], 'The proof of the log')
  const { proof, ...said } = objectOf(log.head, 'The signed head of the history')
  await checkProof(said, objectOf(proof, 'The signature of the head'), keys, 'head of the history')
  const isHead = said.schema === 'tapedeck.history-head.v1' && said.releaseId === releaseId
  if (!isHead) throw new Altered('The head of the history is that of another release.')
  const tree = treeOf(said.log)
  const indexes = listOf(log.logIndexes, 'The places in the log').map((each) => wholeOf(each, 'A place in the log'))
  if (indexes.length !== events.length) throw new Altered('The log does not have as many events as the file.')
  if (!tree || indexes.some((index) => index >= tree.size)) {
    throw new Unreadable(say('It was not in the log yet when the file was saved. Save the file again.'))
  }
  const entries = indexes.map((index, at) => ({
    index,
    leaf: leafHash(ofHex(textOf(events[at]?.eventHash, 'The hash of an event'))),
  }))
  const hashes = listOf(log.inclusionProof, 'The proof of the log').map((hash) => ofHex(textOf(hash, 'A hash')))
  const root = rootOfBatch(entries, tree.size, hashes)
  if (!root || !sameBytes(root, tree.root)) throw new Altered('The events of the file are not in the log.')
  const note = textOf(log.checkpoint, 'The head of the log')
  const isKnown = (key: string) => keys.logKeys.length === 0 || keys.logKeys.includes(key)
  const checkpoint = await openCheckpoint(note, logKeysOf(said.log).filter(isKnown), 'The head of the log')
  if (checkpoint.origin !== tree.origin || checkpoint.size !== tree.size || !sameBytes(checkpoint.root, tree.root)) {
    throw new Altered('The head of the log in the file is not the one that the proof leads to.')
  }
  return { size: tree.size, origin: tree.origin }
}

/** Returns the finding by the file alone; throws Ended, and Said for a time after it was saved. */
function standingThen(told: Told | undefined, { nowMs, atMs = nowMs }: AskedTime): string {
  if (!told) throw new Unreadable('Whether it held cannot be told as long as its events do not hold.')
  const found = standingText(told.granted, lastAt(told.events, told.granted, atMs))
  if (atMs <= told.asOfMs) return found
  throw new Said(
    say('It had not ended on {day}, when the file was saved. Whether it has ended since, {host} tells.', {
      day: longDay(told.asOfMs),
      host: told.host,
    }),
  )
}
