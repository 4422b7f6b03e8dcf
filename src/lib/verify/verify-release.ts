import { Altered, type Check, check, Unreadable } from './check.ts'
import { type History, historyText, readHistory, signingIn } from './check-history.ts'
import { checkGrowth, checkInclusion } from './check-log.ts'
import { checkSignature, hostOf, readKeys } from './check-signature.ts'
import { checkWitness } from './check-witness.ts'
import { type Checkpoint, openCheckpoint } from './checkpoint.ts'
import { checkHash, readSigned, type SignedManifest } from './signed-manifest.ts'

/** A site whose releases are verified. Both throw Unreadable. */
export type Site = {
  /** Its host when it was chosen by its address, which its keys then have to name. */
  readonly host?: string
  text(path: string): Promise<string>
  bytes(path: string): Promise<Uint8Array>
}

/** What somebody has kept: the site's keys, and the head of its log. */
export type Kept = { readonly keys?: string; readonly checkpoint?: string }

const eventsAtOnce = 1_000

/** Checks hash and signature of a manifest with the keys of its site: all that a saved answer can prove by itself. */
export async function* verifyManifest(
  signed: SignedManifest,
  keys: () => Promise<string>,
  host?: string,
): AsyncGenerator<Check, undefined> {
  yield await check('hash', () => checkHash(signed))
  yield await check('signature', async () => {
    const found = readKeys(await keys())
    if (host !== undefined && hostOf(found.id) !== host) {
      throw new Altered(`The keys are those of ${hostOf(found.id)}, not of ${host}.`)
    }
    return checkSignature(signed, found)
  })
  return undefined
}

/**
 * Checks everything about a release of a site, a step at a time: hash, signature, history and log, and that the log
 * continues the head that was kept of it. Returns the head of the log, when it holds.
 */
export async function* verifyRelease(
  site: Site,
  signed: SignedManifest,
  kept: Kept = {},
): AsyncGenerator<Check, Checkpoint | undefined> {
  const keys = kept.keys
  yield* verifyManifest(signed, async () => keys ?? site.text('/.well-known/did.json'), keys ? undefined : site.host)
  let history: History | undefined
  yield await check('history', async () => {
    const { releaseId } = signed
    const first = `/api/agents/releases/${releaseId}/provenance?limit=${eventsAtOnce}`
    const found = await readHistory(releaseId, (cursor) =>
      site.text(cursor === null ? first : `${first}&cursor=${encodeURIComponent(cursor)}`),
    )
    signingIn(found, signed)
    history = found
    return historyText(found)
  })
  let head: Checkpoint | undefined
  let verifiers = ''
  const tile = (path: string) => site.bytes(`/${head?.origin.split('/').slice(1).join('/')}/tile/${path}`)
  yield await check('log', async () => {
    verifiers = await site.text('/log/vkey')
    head = await openCheckpoint(await site.text('/log/checkpoint'), verifiers, 'The head of the log')
    if (!history) throw new Unreadable('Its place in the log cannot be told as long as the history does not hold.')
    return checkInclusion(signed.anchor, signingIn(history, signed).eventHash, head, tile)
  })
  if (signed.anchor.timestamp !== undefined) {
    yield await check('witness', () => checkWitness(signed.anchor, verifiers, site))
  }
  const { checkpoint } = kept
  if (checkpoint !== undefined) {
    yield await check('remembered', async () => {
      if (!head) throw new Unreadable('There is no head of the log to compare with.')
      const before = await openCheckpoint(checkpoint, verifiers, 'The head of the log that was kept')
      return checkGrowth(before, head, tile)
    })
  }
  return head
}

/** Reads the manifest of a release. Throws Altered and Unreadable. */
export const readManifestOf = async (site: Site, releaseId: string): Promise<SignedManifest> =>
  readSigned(await site.text(`/api/agents/releases/${releaseId}/manifest`))
