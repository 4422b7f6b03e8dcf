import { say } from '../language/say.ts'
import { once } from '../turn/once.ts'
import { Altered, type Check, check, Unreadable } from './check.ts'
import { checkAnswers, readAnswers } from './check-answers.ts'
import { type History, historyText, readHistory, refuseOlder, signingIn } from './check-history.ts'
import { checkEvents, checkGrowth, type Placed } from './check-log.ts'
import { checkSignature, hostOf, readKeys, type SiteKeys, UnknownKey } from './check-signature.ts'
import { checkWitnesses } from './check-witness.ts'
import type { NamedWitness } from './named-witness.ts'
import { type Checkpoint, openCheckpoint } from './note/checkpoint.ts'
import { type ProvenHead, readProofs } from './read-proofs.ts'
import { checkHash, readSigned, type SignedManifest } from './signed-manifest.ts'

/** A site whose releases are verified. Both throw Unreadable. */
export type Site = {
  /** Its host when it was chosen by its address, which its keys must then name. */
  readonly host?: string
  /** Returns a nonce that was never used before, 1 to 64 characters of base64url. */
  nonce(): string
  text(path: string): Promise<string>
  bytes(path: string): Promise<Uint8Array>
  /** Returns the newest head of the log of a name that a witness of the site has cosigned. */
  seenBy(witness: NamedWitness, origin: string): Promise<string>
}

/** Data kept from earlier: the site's keys, the head of its log, and keys of its witnesses. */
export type PinnedState = {
  readonly keys?: string
  readonly checkpoint?: string
  readonly witnesses?: readonly string[]
}

const eventsAtOnce = 1_000
const proofsAtOnce = 5_000

const otherKey =
  'The site signs now with a key that is not among those that were kept: it was replaced, or is not its own. Keep its keys again, from where you trust them.'

const otherLogKey =
  'The site signs its log now with a key that is not among those that were kept: it was restored from a backup, or the log is not its own. Keep its keys again, from where you trust them.'

/** Reads keys, and compares them with the requested host. Throws Altered. */
function keysOf(text: string, host: string | undefined): SiteKeys {
  const found = readKeys(text)
  if (host !== undefined && hostOf(found.id) !== host) {
    throw new Altered(`The keys are those of ${hostOf(found.id)}, not of ${host}.`)
  }
  return found
}

/** Checks a manifest's hash and signature with its site's keys: all that a saved answer proves. */
export async function* verifyManifest(
  signed: SignedManifest,
  keys: () => Promise<string>,
  host?: string,
): AsyncGenerator<Check, undefined> {
  yield await check('hash', () => checkHash(signed))
  yield await check('signature', async () => checkSignature(signed, keysOf(await keys(), host)))
  return undefined
}

/**
 * Checks everything about a release of a site, a step at a time: its history, and what the site
 * answers of it besides. Returns the head of the log, when it holds (rule: verify).
 */
export async function* verifyRelease(
  site: Site,
  signed: SignedManifest,
  kept: PinnedState = {},
): AsyncGenerator<Check, Checkpoint | undefined> {
  // Before the events, which have whatever was changed until then.
  const [answers] = await Promise.allSettled([readAnswers(site, signed.releaseId)])
  const { head, read } = yield* verifyHistory(site, signed, kept)
  if (!read) return head
  yield await check('answers', () => {
    if (answers.status === 'rejected') throw answers.reason
    return checkAnswers(answers.value, { signed, history: read.history, head: read.proven }, read.keys)
  })
  return head
}

type ReadHistory = { readonly history: History; readonly proven: ProvenHead; readonly keys: SiteKeys }

/**
 * Checks hash, signature, history and log of a release, and that the log continues the head that
 * was kept of it. Returns the head of the log and the history, as far as they hold.
 */
export async function* verifyHistory(
  site: Site,
  signed: SignedManifest,
  kept: PinnedState = {},
): AsyncGenerator<Check, { head: Checkpoint | undefined; read: ReadHistory | undefined }> {
  const keys = once(async () => kept.keys ?? site.text('/.well-known/did.json'))
  const host = kept.keys === undefined ? site.host : undefined
  yield* verifyManifest(signed, keys, host)
  let read: ReadHistory | undefined
  yield await check('history', async () => {
    const known = keysOf(await keys(), host)
    const found = await readAll(site, signed.releaseId, known).catch((error) => {
      throw error instanceof UnknownKey && kept.keys !== undefined ? new Unreadable(otherKey) : error
    })
    refuseOlder(found.history, signingIn(found.history, signed), found.proven.issuedAtMs)
    read = { ...found, keys: known }
    return historyText(found.history, found.proven.host)
  })
  let head: Checkpoint | undefined
  let logKeys: readonly string[] = []
  let placed: Placed | undefined
  const tile = (path: string) => site.bytes(`/${head?.origin.split('/').slice(1).join('/')}/tile/${path}`)
  yield await check('log', async () => {
    if (!read) throw new Unreadable('Its place in the log cannot be told as long as the history does not hold.')
    const { history, proven } = read
    logKeys = trustedLogKeys(proven, keysOf(await keys(), host), kept.keys !== undefined)
    const checkpoint = await openCheckpoint(await site.text('/log/checkpoint'), logKeys, 'The head of the log')
    head = checkpoint
    const signing = signingIn(history, signed)
    placed = await checkEvents(
      history,
      proven,
      { signing, anchor: signed.anchor },
      { checkpoint, logKeys, readTile: tile },
    )
    return placed.text
  })
  const named = read?.proven.pages.at(-1)?.witnesses ?? []
  const pinned = kept.witnesses ?? []
  if (named.length + pinned.length > 0 || signed.anchor.status === 'CONFIRMED') {
    yield await check('witness', () => {
      if (!head || !placed)
        throw new Unreadable('Whether it was cosigned cannot be told as long as the log does not hold.')
      const { origin } = head
      const readHead = async () => openCheckpoint(await site.text('/log/checkpoint'), logKeys, 'The head of the log')
      const ask = (witness: NamedWitness) => site.seenBy(witness, origin)
      return checkWitnesses({
        ...placed,
        anchor: signed.anchor,
        head,
        logKeys,
        named,
        pinned,
        readTile: tile,
        ask,
        readHead,
      })
    })
  }
  const { checkpoint } = kept
  if (checkpoint !== undefined) {
    yield await check('remembered', async () => {
      if (!head) throw new Unreadable('There is no head of the log to compare with.')
      const before = await openCheckpoint(checkpoint, logKeys, 'The head of the log that was kept')
      return checkGrowth(before, head, tile)
    })
  }
  return { head, read }
}

/**
 * Returns the keys of the log, which both the site's list of keys and its fresh signature name, so
 * that no answer below `/log/` can. Throws Unreadable for a list that is older than a key.
 */
function trustedLogKeys({ pages }: ProvenHead, { logKeys }: SiteKeys, isKept: boolean): readonly string[] {
  const signed = pages.at(-1)?.logKeys ?? []
  // A list that was kept before the log had an entry, or by an older program, names none.
  if (logKeys.length > 0 && !signed.every((key) => logKeys.includes(key))) {
    if (isKept) throw new Unreadable(otherLogKey)
    throw new Unreadable(
      say('The site’s list of keys does not name the key of its log yet. Try again in some minutes.'),
    )
  }
  return signed
}

/**
 * Reads all events of a release and the site's signatures of them. Events may be added while they
 * are read, so the shorter list is read once more. Throws Altered when the lists still differ in
 * length or end.
 */
async function readAll(site: Site, releaseId: string, keys: SiteKeys) {
  const base = `/api/agents/releases/${releaseId}/provenance`
  const after = (cursor: string | null) => (cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`)
  const events = (cursor: string | null) => site.text(`${base}?limit=${eventsAtOnce}${after(cursor)}`)
  const prove = () => {
    const nonce = site.nonce()
    const read = (cursor: string | null) =>
      site.text(`${base}/proof?limit=${proofsAtOnce}&nonce=${nonce}${after(cursor)}`)
    return readProofs({ releaseId, keys, nonce, read })
  }
  let history = await readHistory(releaseId, events)
  let proven = await prove()
  if (proven.eventCount > history.hashes.length) {
    history = await readHistory(releaseId, events, history)
    if (proven.eventCount < history.hashes.length) proven = await prove()
  }
  const { eventCount, head } = proven
  const found = history.hashes.length
  if (found < eventCount) {
    throw new Altered(`Of ${eventCount} events, says the site’s signature, there are ${found}: the end was left out.`)
  }
  if (found > eventCount) {
    throw new Altered(`Event ${eventCount + 1} was added: the site has signed that there are ${eventCount}.`)
  }
  if (history.hashes.at(-1) !== head) throw new Altered(`Event ${eventCount} is not the one that the site has signed.`)
  return { history, proven }
}

/** Reads the manifest of a release. Throws Altered, also for another release's, and Unreadable. */
export async function readManifestOf(site: Site, releaseId: string): Promise<SignedManifest> {
  const signed = readSigned(await site.text(`/api/agents/releases/${releaseId}/manifest`))
  if (signed.releaseId !== releaseId) throw new Altered('The answer is about another release.')
  return signed
}
