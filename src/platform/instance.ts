import { existsSync, readFileSync, realpathSync, rmSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { Type as t } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { notedValue, noteValue } from '../../db/kept-value.ts'
import type { Db } from '../../db/open.ts'
import type { Config } from '../config.ts'
import { readFolderNote, writeFolderNote } from '../lib/file/folder-note.ts'
import { tryJson } from '../lib/json/json.ts'
import { newHolder } from './standby/new-holder.ts'

// A number that the database and its folder both have. No backup carries the folder's.
const Note = t.Object({ instance: t.Integer() })
const name = 'instance'
const takesName = 'instance-takes'
const pathName = 'instance-path'

const fileOf = (dataDir: string) => join(dataDir, 'instance.json')
const markOf = (dataDir: string) => join(dataDir, 'restored.json')

const Mark = t.Object({ madeAt: t.Integer(), isLook: t.Integer() })

/** When the backup was made that a folder was restored from, and whether for a look alone. */
export type Restored = { madeAt: number; isLook: boolean }

/** Marks a folder as restored: it is a copy, until somebody says otherwise (rule: copy-of-site). */
export function markRestored(dataDir: string, { madeAt, isLook }: Restored): void {
  writeFolderNote(markOf(dataDir), { madeAt, isLook: isLook ? 1 : 0 })
}

/** Returns what a folder was restored from; undefined where nobody marked it. */
export function restoredFrom(dataDir: string): Restored | undefined {
  const mark = readFolderNote(markOf(dataDir), Mark)
  return mark && { madeAt: mark.madeAt, isLook: mark.isLook === 1 }
}

/** Returns whether a data folder is a copy that nobody has called the site (rule: copy-of-site). */
export function isCopy(db: Db, dataDir: string): boolean {
  if (existsSync(markOf(dataDir))) return true
  const noted = notedValue(db, name)
  if (noted === undefined) return false
  return noted !== String(instanceIn(dataDir)) || copiedFrom(db, dataDir) !== undefined
}

/**
 * Returns the folder that this one was copied from with all its files, if it is still here and is
 * the site. Of copies elsewhere nobody can know: this one then counts as the site, as does one
 * whose file system renumbers its files at each start.
 */
export function copiedFrom(db: Db, dataDir: string): string | undefined {
  const from = notedValue(db, pathName)
  // A folder that this user may not look into counts as gone.
  if (from === undefined || from === pathOf(dataDir) || isNoted(dataDir) || !isNoted(from)) return undefined
  if (isSameFile(fileOf(from), fileOf(dataDir))) return undefined
  return String(instanceIn(from)) === notedValue(db, name) ? from : undefined
}

/** Whether a folder has the very file in which its number was noted. */
const isNoted = (dataDir: string): boolean => readFolderNote(fileOf(dataDir), Note) !== undefined

const pathOf = (dataDir: string): string => (existsSync(dataDir) ? realpathSync(dataDir) : resolve(dataDir))

function isSameFile(one: string, other: string): boolean {
  const [a, b] = [one, other].map((path) => statSync(path, { throwIfNoEntry: false }))
  return a !== undefined && a.dev === b?.dev && a.ino === b.ino
}

/** Returns the number that a folder has, also where the folder itself was copied with it. */
function instanceIn(dataDir: string): number | undefined {
  if (!existsSync(fileOf(dataDir))) return undefined
  const note = tryJson(readFileSync(fileOf(dataDir), 'utf8'))
  return Value.Check(Note, note) ? note.instance : undefined
}

export function noteInstance(db: Db, dataDir: string): void {
  if (isCopy(db, dataDir)) return
  if (notedValue(db, name) === undefined) setInstance(db, dataDir, instanceIn(dataDir) ?? newHolder())
  notePath(db, dataDir)
}

function notePath(db: Db, dataDir: string): void {
  const path = pathOf(dataDir)
  if (notedValue(db, pathName) !== path) noteValue(db, pathName, path)
}

/** Says that a folder is the site, whatever other copies there are (rule: copy-of-site). */
export function becomeSite(db: Db, dataDir: string): void {
  setInstance(db, dataDir, newHolder())
  notePath(db, dataDir)
  noteValue(db, takesName, '1')
  rmSync(markOf(dataDir), { force: true })
}

// The folder first: a start that ends in between finds its number there.
function setInstance(db: Db, dataDir: string, instance: number): void {
  writeFolderNote(fileOf(dataDir), { instance })
  noteValue(db, name, `${instance}`)
}

/**
 * Returns the number by which the places of backups know this folder; undefined for a copy.
 * `takes`: somebody has said that it is the site, and the place has not been told yet.
 */
export function holderOf(db: Db, dataDir: string): { instance: number | undefined; takes: boolean } {
  noteInstance(db, dataDir)
  const isOwn = !isCopy(db, dataDir) && isNoted(dataDir)
  return { instance: isOwn ? instanceIn(dataDir) : undefined, takes: notedValue(db, takesName) === '1' }
}

/** Notes that the place of backups knows this folder as the site. */
export const noteTaken = (db: Db): void => {
  if (notedValue(db, takesName) === '1') noteValue(db, takesName, '0')
}

/** Returns the configuration of a copy: it sends, pays, sells and backs up nothing. */
export const asCopy = (config: Config): Config => ({
  ...config,
  payments: 'off',
  smtpUrl: undefined,
  relay: undefined,
  backup: { ...config.backup, to: undefined },
})
