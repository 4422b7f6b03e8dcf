import { count } from '../count.ts'
import { Altered } from './check.ts'
import { type Fields, listOf, objectOf, textOf } from './fields.ts'
import type { SignedManifest } from './signed-manifest.ts'
import { canonicalHash, readJson } from './strict-json.ts'

/** What is known of a release's events once all were read. */
export type History = { readonly count: number; readonly signings: readonly Signing[] }

type Signing = { readonly hash: string; readonly key: string; readonly eventHash: string }

/** Returns the page of a release's events that begins after a cursor, as JSON text. */
export type ReadEvents = (cursor: string | null) => Promise<string>

/**
 * Reads all events of a release and checks that each has its hash, names the hash of the one before, and is in its
 * place. Throws Altered, naming the first event that is not.
 */
export async function readHistory(releaseId: string, read: ReadEvents): Promise<History> {
  const signings: Signing[] = []
  let before: Fields | undefined
  let total = 0
  for (let cursor: string | null = null; ; ) {
    const page = objectOf(readJson(await read(cursor), 'The history'), 'The history')
    const events = listOf(page.events, 'The list of events')
    for (const each of events) {
      total += 1
      const event = objectOf(each, `Event ${total}`)
      checkEvent(event, before, total)
      if (total === 1) checkBeginning(event, releaseId)
      const signing = signingOf(event)
      if (signing) signings.push(signing)
      before = event
    }
    const head = textOf(page.head, 'The hash of the newest event')
    cursor = page.nextCursor === null ? null : textOf(page.nextCursor, 'The next page of the history')
    if (cursor !== null && events.length > 0) continue
    if (before?.eventHash !== head)
      throw new Altered('The history does not end with the event that it says it ends with.')
    return { count: total, signings }
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
  const at = Date.parse(textOf(event.occurredAt, `The time of event ${place}`))
  if (before && at < Date.parse(textOf(before.occurredAt, 'The time of an event'))) {
    throw new Altered(`${name} is older than the one before.`)
  }
}

function checkBeginning({ payload }: Fields, releaseId: string): void {
  if (objectOf(payload, 'What event 1 says').releaseId !== releaseId) {
    throw new Altered('Event 1 is not the beginning of this release.')
  }
}

function signingOf(event: Fields): Signing | undefined {
  if (event.type !== 'MANIFEST_SIGNED') return undefined
  const payload = objectOf(event.payload, 'What an event says')
  return {
    hash: textOf(payload.canonicalHash, 'The hash in an event'),
    key: textOf(payload.verificationMethod, 'The key in an event'),
    eventHash: textOf(event.eventHash, 'The hash of an event'),
  }
}

/** Returns the event by which a version was signed, and the one before. Throws Altered when there is none. */
export function signingIn({ signings }: History, { canonicalHash, proof, manifest, version }: SignedManifest): Signing {
  const at = signings.findIndex(({ hash }) => hash === canonicalHash)
  const found = signings[at]
  if (!found) throw new Altered(`The history does not know of this version ${version}.`)
  if (found.key !== proof.verificationMethod) throw new Altered('The history names another key for this version.')
  if ((signings[at - 1]?.hash ?? null) !== manifest.previousVersionHash) {
    throw new Altered('The version before is not the one that the manifest names.')
  }
  return found
}

/** Says that a history holds. */
export const historyText = ({ count: events }: History): string =>
  `${count(events, 'event')}, each naming the one before: none was altered or left out.`
