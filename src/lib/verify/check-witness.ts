import { sha256 } from '../hash/sha256.ts'
import { say } from '../language/say.ts'
import { longDay } from '../time/day-text.ts'
import { toHex, utf8 } from './bytes.ts'
import { Altered, Said, Unreadable } from './check.ts'
import { continues } from './check-log.ts'
import type { Fields } from './fields.ts'
import type { NamedWitness } from './named-witness.ts'
import { type Checkpoint, openCheckpoint } from './note/checkpoint.ts'
import { type Cosignature, cosignatureBy } from './note/cosignature.ts'
import { readNoteKey } from './note/note.ts'
import type { ReadTile } from './read-nodes.ts'

/** Where a witness keeps its newest head of a log, below its address. */
export const headPath = (origin: string): string => `${toHex(sha256(utf8(origin)))}/checkpoint`

type Witnessed = {
  readonly anchor: Fields
  /** The place of the signing of a version in the log. */
  readonly index: number
  /** The checkpoint to which its proof leads, where the site gave one. */
  readonly anchored: Checkpoint | undefined
  readonly head: Checkpoint
  readonly logKeys: readonly string[]
  readonly named: readonly NamedWitness[]
  /** Keys of witnesses that whoever verifies knows: each has to have cosigned. */
  readonly pinned: readonly string[]
  readonly readTile: ReadTile
  /** Returns the newest head of the log that a witness has cosigned. Throws Unreadable. */
  ask(witness: NamedWitness): Promise<string>
  /** Reads the head of the log again. */
  readHead(): Promise<Checkpoint>
}

/**
 * Checks that witnesses have cosigned the log with an entry, offline by the cosignatures in the
 * checkpoint that its proof leads to, and that the log continues what each of them has cosigned
 * last. Returns the finding; throws Altered, also for a cosignature that was taken away, and Said
 * when no witness has cosigned it yet.
 */
export async function checkWitnesses(found: Witnessed): Promise<string> {
  const { named, pinned, anchored, index } = found
  const keys = [...new Set([...named.map(({ verifierKey }) => verifierKey), ...pinned])]
  const cosigned = new Map<string, Cosignature>()
  for (const key of keys) {
    const cosignature = anchored && (await cosignatureBy(key, anchored))
    if (cosignature) cosigned.set(key, cosignature)
  }
  const isSaid = found.anchor.status === 'CONFIRMED' && found.anchor.timestamp === undefined
  if (isSaid && cosigned.size === 0) throw new Altered('It is said to be cosigned, and no witness of the site has.')
  for (const witness of named) {
    const seen = await askWitness(found, witness)
    if (seen && seen.size > index && !cosigned.has(witness.verifierKey)) {
      const cosignature = await cosignatureBy(witness.verifierKey, seen)
      if (cosignature) cosigned.set(witness.verifierKey, cosignature)
    }
  }
  const missing = pinned.find((key) => !cosigned.has(key))
  if (missing !== undefined) throw new Unreadable(`${nameOf(missing)} has not cosigned it.`)
  const taken = named.find(({ verifierKey, treeSize }) => treeSize > index && !cosigned.has(verifierKey))
  const names = (some: readonly { name: string }[]) => [...new Set(some.map(({ name }) => name))].join(', ')
  if (cosigned.size === 0 && taken) {
    throw new Altered(`The site has signed that ${nameOf(taken.verifierKey)} cosigned it, and the cosignature is gone.`)
  }
  const all = [...cosigned.values()]
  if (all.length === 0) {
    throw new Said(
      say('No witness has cosigned it yet. The site names: {names}.', {
        names: names(keys.map((key) => ({ name: nameOf(key) }))),
      }),
    )
  }
  return say('{names} cosigned the log with it on {day}: there is no other log of this name for them.', {
    names: names(all),
    day: longDay(Math.min(...all.map(({ atMs }) => atMs))),
  })
}

const nameOf = (key: string): string => readNoteKey(key)?.name ?? key

/**
 * Asks a witness for the head that it has cosigned last, and compares the log with it. Returns that
 * head; undefined when the witness does not answer, or not with one: it need not. Throws Altered.
 */
async function askWitness(found: Witnessed, witness: NamedWitness): Promise<Checkpoint | undefined> {
  const { head, logKeys, readTile } = found
  const { verifierKey } = witness
  let seen: Checkpoint
  let cosignature: Cosignature | undefined
  try {
    seen = await openCheckpoint(await found.ask(witness), logKeys, 'The head of a witness')
    cosignature = await cosignatureBy(verifierKey, seen)
  } catch (error) {
    if (error instanceof Unreadable || error instanceof Altered) return undefined
    throw error
  }
  if (!cosignature || seen.origin !== head.origin) return undefined
  const { name, atMs } = cosignature
  const day = longDay(atMs)
  // The log may have grown since its head was read.
  const now = seen.size > head.size ? await found.readHead() : head
  if (seen.size > now.size) {
    throw new Altered(
      `The log was cut: ${name} cosigned ${seen.size} of its entries on ${day}, and it shows ${now.size} now.`,
    )
  }
  if (await continues(seen, now, readTile)) return seen
  const both = (await cosignatureBy(verifierKey, now)) ? ` ${name} has cosigned both: do not rely on it either.` : ''
  throw new Altered(
    `The log was rewritten: ${name} cosigned other entries, ${seen.size} of them, on ${day}, under the same name and key.${both}`,
  )
}
