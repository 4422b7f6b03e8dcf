import { consistencyProof, leafHash, rootOfBatch } from '../hash/merkle.ts'
import { tileWidth } from '../hash/tile-path.ts'
import { say } from '../language/say.ts'
import { ofHex, sameBytes, toHex } from './bytes.ts'
import { Altered, Unreadable } from './check.ts'
import { type History, underWayMs } from './check-history.ts'
import { type Fields, listOf, objectOf, refuseOthers, textOf, wholeOf } from './fields.ts'
import { isBeginning, rootOfInclusion, type TreeHead } from './merkle-proof.ts'
import { type Checkpoint, openCheckpoint } from './note/checkpoint.ts'
import { entriesPath, type ReadTile, readEntries, withNodes } from './read-nodes.ts'
import type { ProofPage, ProvenHead } from './read-proofs.ts'

/** Reads a log: a tile, or a bundle of entries, by the part of its path after `/log/tile/`. */
type Log = {
  readonly checkpoint: Checkpoint
  readonly logKeys: readonly string[]
  readonly readTile: ReadTile
}

/** The place of a version's signing in the log, and the head that its proof leads to, if given. */
export type Placed = { readonly text: string; readonly index: number; readonly anchored: Checkpoint | undefined }

/**
 * Checks that all events of a release are in the log, in their order, and the signing of a version
 * at its anchor's position. Throws Altered, naming the event, and Unreadable while one is too new.
 */
export async function checkEvents(
  { hashes, times }: History,
  { pages, issuedAtMs }: ProvenHead,
  { signing, anchor }: { signing: { sequence: number; eventHash: string }; anchor: Fields },
  log: Log,
): Promise<Placed> {
  const { checkpoint } = log
  let done = 0
  let before = -1
  for (const page of pages) {
    const events = page.indexes.map((index, at) => ({ index, hash: hashes[done + at] ?? '', place: done + at + 1 }))
    for (const { index, place } of events) {
      if (index <= before) throw new Altered(`Event ${place} is in the log before the one that it follows.`)
      before = index
    }
    refuseAbsent(page, events, (place) => (times[place - 1] ?? 0) > issuedAtMs - underWayMs)
    await checkPage(page, events, log)
    done += events.length
  }
  const indexes = pages.flatMap((page) => page.indexes)
  if (indexes.length !== hashes.length) throw new Altered('The log is not said to have as many events as the history.')
  const index = indexes[signing.sequence - 1] ?? 0
  const anchored = await checkInclusion(anchor, { eventHash: signing.eventHash, index }, log)
  const text = say(
    '{events, plural, one {Its one event is} other {All # events are}} among the {size} entries of the log {log}; its signing is entry {entry}.',
    { events: hashes.length, size: checkpoint.size, log: checkpoint.origin, entry: index + 1 },
  )
  return { text, index, anchored }
}

type PlacedEvent = { readonly index: number; readonly hash: string; readonly place: number }

/** Throws Unreadable while the event is young, Altered once it should be in the log. */
function refuseAbsent({ tree }: ProofPage, events: readonly PlacedEvent[], isYoung: (place: number) => boolean): void {
  const absent = events.find(({ index }) => index >= (tree?.size ?? 0))
  if (!absent) return
  if (isYoung(absent.place))
    throw new Unreadable(say('Event {event} is not in the log yet. Try again in a minute.', { event: absent.place }))
  throw new Altered(`Event ${absent.place} is not in the log.`)
}

async function checkPage({ tree, proof }: ProofPage, events: readonly PlacedEvent[], log: Log): Promise<void> {
  if (!tree) throw new Altered('There is no proof that the events are in the log.')
  const entries = events.map(({ index, hash }) => ({ index, leaf: leafHash(ofHex(hash)) }))
  const root = rootOfBatch(entries, tree.size, proof)
  if (!root || !sameBytes(root, tree.root)) throw await whichIsNot(events, tree.size, log)
  if (tree.origin !== log.checkpoint.origin || !(await continues(tree, log.checkpoint, log.readTile))) {
    throw new Altered('The head of the log that the proof leads to is not one that the log has signed.')
  }
}

/** Returns which event is missing from its place in the log, by the log's entries. */
async function whichIsNot(events: readonly PlacedEvent[], size: number, { readTile }: Log): Promise<Altered> {
  const bundles = new Map<number, readonly Uint8Array[]>()
  for (const { index, hash, place } of events) {
    const number = Math.floor(index / tileWidth)
    const entries = bundles.get(number) ?? readEntries(await readTile(entriesPath(number, size)))
    bundles.set(number, entries)
    const entry = entries[index % tileWidth]
    if (!entry || toHex(entry) !== hash)
      return new Altered(`Event ${place} is not in the log: it was altered or added.`)
  }
  return new Altered('The proof of the history does not lead to the head of the log: the proof was altered.')
}

/**
 * Checks that an event is in the log with the proof in its anchor, whose tree is the log of the
 * checkpoint or its beginning. Returns the checkpoint in the anchor, if there is one; throws
 * Altered.
 */
async function checkInclusion(
  anchor: Fields,
  { eventHash, index: known }: { eventHash: string; index: number },
  { checkpoint, logKeys, readTile }: Log,
): Promise<Checkpoint | undefined> {
  // Programs up to version 0.2 named a Bitcoin block: a statement, which is not looked at any more.
  refuseOthers(anchor, ['status', 'log', 'timestamp'], 'The place in the log')
  if (anchor.status === 'PENDING') throw new Unreadable(say('It is not in the log yet. Try again in a minute.'))
  if (anchor.status !== 'ANCHORED' && anchor.status !== 'CONFIRMED') {
    throw new Altered('The place in the log is said to be confirmed by more, or by less, than it is.')
  }
  const log = objectOf(anchor.log, 'The proof of the log')
  refuseOthers(log, ['index', 'treeSize', 'rootHash', 'inclusionProof', 'checkpoint'], 'The proof of the log')
  const index = wholeOf(log.index, 'The place in the log')
  const size = wholeOf(log.treeSize, 'The size of the log')
  const root = ofHex(textOf(log.rootHash, 'The head of the log'))
  const proof = listOf(log.inclusionProof, 'The proof of the log').map((hash) => ofHex(textOf(hash, 'A hash')))
  const found = rootOfInclusion(leafHash(ofHex(eventHash)), index, size, proof)
  if (!found || index !== known || !sameBytes(found, root)) {
    throw new Altered('The proof does not lead to the head of the log: the signing of this version is not in it.')
  }
  if (!(await continues({ size, root }, checkpoint, readTile))) {
    throw new Altered('The head of the log that the proof leads to is not one that the log has signed.')
  }
  if (log.checkpoint === undefined) return undefined
  const anchored = await openCheckpoint(textOf(log.checkpoint, 'The head of the log'), logKeys, 'The head of the proof')
  if (anchored.size !== size || !sameBytes(anchored.root, root)) {
    throw new Altered('The head of the proof is that of another log.')
  }
  return anchored
}

/** Returns the finding; throws Altered. */
export async function checkGrowth(before: Checkpoint, now: Checkpoint, readTile: ReadTile): Promise<string> {
  if (!(await continues(before, now, readTile))) {
    const why =
      before.size > now.size
        ? `it had ${before.size} entries and has ${now.size}.`
        : `its first ${before.size} entries are others than they were.`
    const rest = before.origin === now.origin ? '' : ' The site began a new log, as it does after restoring a backup.'
    throw new Altered(`The log does not continue the one that was seen before: ${why}${rest}`)
  }
  if (before.size === now.size) return say('The log is as it was: {entries} entries.', { entries: now.size })
  return say('The log continues the one that was seen before: {before} entries then, {now} now.', {
    before: before.size,
    now: now.size,
  })
}

/** Whether one tree is the beginning of a log, with a proof that is built from the log's tiles. */
export async function continues(before: TreeHead, now: Checkpoint, readTile: ReadTile): Promise<boolean> {
  if (before.size > now.size || before.size === 0) return false
  const proof = await withNodes(now.size, readTile, (read) => consistencyProof(read, before.size, now.size))
  return isBeginning(before, now, proof)
}
