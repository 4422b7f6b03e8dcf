import { realpathSync, type Stats, statSync } from 'node:fs'
import { hostname } from 'node:os'
import { dirname, resolve } from 'node:path'
import { Type as t } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { UnusableFileError } from '../../lib/file/unusable-file.ts'
import { tryJson } from '../../lib/json/json.ts'
import { say } from '../../lib/language/say.ts'
import { ownerKey, readOwner } from '../bucket/try-bucket.ts'
import type { BackupPlace } from './config.ts'
import { openPlace, type Place } from './place.ts'

/**
 * The site that adds to a place. `instance`: the number of its folder; undefined for a copy of the
 * site. `takes`: that folder is the site now, whichever was before.
 */
export type Claiming = { dataDir: string; deckId: string; instance: number | undefined; takes: boolean }

/** A place has the backups of another copy of this site. */
export class HeldElsewhereError extends UnusableFileError {}

const holderKey = 'holder.json'
const Holder = t.Object({ instance: t.Integer(), host: t.String(), at: t.String() })

/**
 * Opens a place to which a site adds backups, and marks it as that site's, and as that of this copy
 * of the site (rule: backup-owner). Throws UnusableFileError for the place of another site and for
 * a folder of the site itself, and HeldElsewhereError for the place of another copy.
 */
export async function openOwnPlace(to: BackupPlace, claiming: Claiming): Promise<Place> {
  const { dataDir, deckId } = claiming
  if (to.kind === 'folder') refuseOwnFolder(to.path, dataDir)
  const place = openPlace(to)
  const mark = await markOf(place)
  if (mark === deckId) {
    await hold(place, claiming)
    return place
  }
  if (mark === undefined) {
    await place.claim(ownerKey, new Blob([JSON.stringify({ deckId })]))
    // Of two sites that begin at the same moment one is told.
    return openOwnPlace(to, claiming)
  }
  const reason = say('it is the place of another site, whose id is {id}', { id: mark })
  throw new UnusableFileError(place.name, reason, say('Name a folder, bucket or prefix that no other site uses.'))
}

/** Holds a place for this copy of the site. Throws HeldElsewhereError. */
async function hold(place: Place, { instance, takes }: Claiming): Promise<void> {
  const advice = say(
    'If this one is the site, say so under Health at the desk, or stop it and run tapedeck promote. If it is not, name another place.',
  )
  if (instance === undefined) throw new HeldElsewhereError(place.name, say('this folder is a copy of the site'), advice)
  const isHeld = (await place.list(holderKey)).has(holderKey)
  const found = isHeld ? tryJson(await new Response(await place.open(holderKey)).text()) : undefined
  if (Value.Check(Holder, found) && found.instance !== instance && !takes) {
    const { host, at } = found
    const reason = say('another copy of this site, on {host}, made the backup there of {at}', { host, at })
    throw new HeldElsewhereError(place.name, reason, advice)
  }
  const holder = { instance, host: hostname(), at: new Date().toISOString() }
  await place.put(holderKey, new Blob([JSON.stringify(holder)]))
}

/** Returns the id of a place's site; undefined for a place without a mark. */
export async function markOf(place: Place): Promise<string | undefined> {
  if (!(await place.list(ownerKey)).has(ownerKey)) return undefined
  const deckId = readOwner(await new Response(await place.open(ownerKey)).text())
  if (deckId !== undefined) return deckId
  const reason = say('its {file} does not say whose it is', { file: ownerKey })
  const advice = say('Remove {file} there, if no other site uses the place.', { file: ownerKey })
  throw new UnusableFileError(place.name, reason, advice)
}

/**
 * Throws UnusableFileError for a folder that is the data folder, in it or above it, by whatever
 * path: a backup there is lost with the site, or among its files.
 */
export function refuseOwnFolder(path: string, dataDir: string): void {
  const isIn = (folder: string, within: string) => {
    const wanted = statSync(within, { throwIfNoEntry: false })
    return foldersAbove(folder).some((each) => isSame(each, wanted))
  }
  if (!isIn(path, dataDir) && !isIn(dataDir, path)) return
  const reason = say('it is the data folder of the site, or in it, or the folder above it')
  throw new UnusableFileError(path, reason, say('Name a folder elsewhere, best on another disk.'))
}

const isSame = (one: Stats, other: Stats | undefined) => one.dev === other?.dev && one.ino === other.ino

/** Returns those that exist of a folder and all above it, without symbolic links. */
function foldersAbove(path: string): Stats[] {
  const found = statSync(path, { throwIfNoEntry: false })
  const real = found ? realpathSync(path) : resolve(path)
  const above = dirname(real)
  return [...(found ? [found] : []), ...(above === real ? [] : foldersAbove(above))]
}
