import { say } from '../language/say.ts'
import { Altered, Unreadable } from './check.ts'
import { type Fields, listOf, objectOf, refuseOthers, textOf, timeOf, wholeOf } from './fields.ts'
import type { SignedManifest } from './signed-manifest.ts'
import { canonicalHash, readJson } from './strict-json.ts'

export type History = {
  readonly hashes: readonly string[]
  readonly times: readonly number[]
  readonly signings: readonly Signing[]
  readonly grants: readonly GrantEvent[]
  /** The events that change what is permitted and what it is linked with. */
  readonly changes: readonly Fields[]
  readonly last: Fields | undefined
}

/** An event of a license: it was granted, by a credential with a hash, ended, or held again. */
export type GrantEvent = {
  readonly sequence: number
  readonly licenseId: string
  readonly type: 'LICENSE_GRANTED' | 'LICENSE_ENDED' | 'LICENSE_RESUMED'
  readonly credentialHash: string | null
  readonly occurredAtMs: number
}

type Signing = {
  /** The position of the event, from 1. */
  readonly sequence: number
  readonly occurredAtMs: number
  readonly hash: string
  readonly key: string
  readonly versionId: string
  readonly version: number
  readonly eventHash: string
}

/** Returns the page of a release's events that begins after a cursor, as JSON text. */
export type ReadEvents = (cursor: string | null) => Promise<string>

const changing = ['PERMISSION_CHANGED', 'DERIVATIVE_LINKED', 'DERIVATIVE_UNLINKED']

const nothing: History = { hashes: [], times: [], signings: [], grants: [], changes: [], last: undefined }

/**
 * Reads the events of a release, from the first or on from those already read, and checks that each
 * has its hash, names the hash of the one before, and is in its place. Throws Altered, naming the
 * first event that fails.
 */
export async function readHistory(releaseId: string, read: ReadEvents, known: History = nothing): Promise<History> {
  const hashes = [...known.hashes]
  const times = [...known.times]
  const signings = [...known.signings]
  const grants = [...known.grants]
  const changes = [...known.changes]
  let { last } = known
  for (let cursor: string | null = hashes.length === 0 ? null : `${hashes.length}`; ; ) {
    const page = objectOf(readJson(await read(cursor), 'The history'), 'The history')
    refuseOthers(page, ['releaseId', 'events', 'head', 'nextCursor'], 'The history')
    if (page.releaseId !== releaseId) throw new Altered('The history is that of another release.')
    const events = listOf(page.events, 'The list of events')
    for (const each of events) {
      const place = hashes.length + 1
      const event = objectOf(each, `Event ${place}`)
      checkEvent(event, last, place)
      if (place === 1) checkBeginning(event, releaseId)
      const eventHash = textOf(event.eventHash, 'The hash of an event')
      if (event.type === 'MANIFEST_SIGNED') signings.push(signingOf(event, place, eventHash))
      grants.push(...grantOf(event, place))
      if (changing.includes(textOf(event.type, 'The kind of an event'))) changes.push(event)
      hashes.push(eventHash)
      times.push(timeOf(event.occurredAt, 'The time of an event'))
      last = event
    }
    const head = textOf(page.head, 'The hash of the newest event')
    cursor = page.nextCursor === null ? null : textOf(page.nextCursor, 'The next page of the history')
    if (cursor !== null && events.length > 0) continue
    if (hashes.at(-1) !== head) {
      throw new Altered('The history does not end with the event that it says it ends with.')
    }
    return { hashes, times, signings, grants, changes, last }
  }
}

function checkEvent(event: Fields, before: Fields | undefined, place: number): void {
  const { eventHash, ...hashed } = event
  const name = `Event ${place}`
  if (canonicalHash(hashed, name) !== eventHash) throw new Altered(`${name} was altered: it does not have its hash.`)
  if (event.sequence !== place) throw new Altered(`${name} is not in its place.`)
  if (event.previousEventHash !== (before?.eventHash ?? null)) {
    throw new Altered(`${name} does not continue the one before: one of both was altered or left out.`)
  }
  const at = timeOf(event.occurredAt, `The time of event ${place}`)
  if (before && at < timeOf(before.occurredAt, 'The time of an event')) {
    throw new Altered(`${name} is older than the one before.`)
  }
}

function checkBeginning({ payload }: Fields, releaseId: string): void {
  if (objectOf(payload, 'What event 1 says').releaseId !== releaseId) {
    throw new Altered('Event 1 is not the beginning of this release.')
  }
}

/** Returns what an event says of a license; nothing of any other event. */
export function grantOf({ type, payload, occurredAt }: Fields, sequence: number): GrantEvent[] {
  if (type !== 'LICENSE_GRANTED' && type !== 'LICENSE_ENDED' && type !== 'LICENSE_RESUMED') return []
  const { licenseId, credentialHash } = objectOf(payload, 'What an event says')
  const id = textOf(licenseId, 'The license in an event')
  const hash = typeof credentialHash === 'string' ? credentialHash : null
  const occurredAtMs = timeOf(occurredAt, 'The time of an event')
  return [{ sequence, licenseId: id, type, credentialHash: hash, occurredAtMs }]
}

function signingOf(event: Fields, sequence: number, eventHash: string): Signing {
  const payload = objectOf(event.payload, 'What an event says')
  return {
    sequence,
    occurredAtMs: timeOf(event.occurredAt, 'The time of an event'),
    hash: textOf(payload.canonicalHash, 'The hash in an event'),
    key: textOf(payload.verificationMethod, 'The key in an event'),
    versionId: textOf(payload.releaseVersionId, 'The version in an event'),
    version: wholeOf(payload.canonicalVersion, 'The number of a version in an event'),
    eventHash,
  }
}

/** Throws Altered when there is none, or when it differs about the version or the one before. */
export function signingIn(
  { signings }: Pick<History, 'signings'>,
  { canonicalHash, proof, manifest, version, versionId }: SignedManifest,
): Signing {
  const at = signings.findIndex(({ hash }) => hash === canonicalHash)
  const found = signings[at]
  if (!found) throw new Altered(`The history does not know of this version ${version}.`)
  if (found.key !== proof.verificationMethod) throw new Altered('The history names another key for this version.')
  if (found.versionId !== versionId) throw new Altered('The history names another id for this version.')
  if (found.version !== version) throw new Altered('The history names another number for this version.')
  if ((signings[at - 1]?.hash ?? null) !== manifest.previousVersionHash) {
    throw new Altered('The version before is not the one that the manifest names.')
  }
  return found
}

/** How long a new event may take to reach caches and the log. */
export const underWayMs = 600_000

/**
 * Checks that a version is the newest in a history, as of a moment. Throws Altered; Unreadable for
 * one that was published just now, whose manifest a cache may not have yet.
 */
export function refuseOlder({ signings }: Pick<History, 'signings'>, signing: Signing, asOfMs: number): void {
  const newest = signings.at(-1)
  if (!newest || newest.sequence === signing.sequence) return
  if (newest.occurredAtMs > asOfMs - underWayMs) {
    throw new Unreadable(
      say('Version {version} was published just now. Try again in some minutes.', { version: newest.version }),
    )
  }
  throw new Altered(`The site gives version ${signing.version} as its newest, and its history has ${newest.version}.`)
}

export const historyText = ({ hashes }: History, host: string): string =>
  say(
    '{events, plural, one {# event} other {# events}}, each naming the one before, and as many as {host} has signed just now.',
    { events: hashes.length, host },
  )
