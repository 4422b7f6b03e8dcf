import { Database } from 'bun:sqlite'
import {
  closeSync,
  type Dirent,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  realpathSync,
  type Stats,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { ConfigError } from '../config.ts'
import { openedAt } from '../lib/file/unusable-file.ts'
import { isMadeByDemo } from './remove-demo.ts'

const markerName = '.tapedeck-demo'
const markerText =
  'The program made this folder for `tapedeck demo`. `tapedeck demo --fresh` removes what a demo made here.\n'
const folderAdvice = 'DEMO_DIR must name a folder that this user may write to.'

// In the header of the SQLite file, so that the mark goes where the database goes.
const applicationId = 0x74646d6f
const applicationIdAt = 68
const headerBytes = 72

type Deck = 'none' | 'demo' | 'other'

/**
 * The real path of a demo's folder, which is absent, empty, or was made by a demo before: nothing
 * else is ever opened or emptied by one. Throws ConfigError of DEMO_DIR.
 */
export function chooseDemoFolder(typed: string, dataDir: string): string {
  const dir = realPath(typed)
  const refuse = (problem: string) => {
    throw new ConfigError([{ name: 'DEMO_DIR', problem: `cannot be "${typed}": ${problem}` }])
  }
  if (dir === realPath('/')) refuse('it is the root of the file system')
  if (dir === realPath('.')) refuse('it is the current folder; name one of its own for the demo')
  const data = realPath(dataDir)
  if (isWithin(dir, data)) refuse(`it is in DATA_DIR (${dataDir}), where real data belongs`)
  if (isWithin(data, dir)) refuse(`DATA_DIR (${dataDir}), where real data belongs, is in it`)
  const entries = entriesOf(dir)
  if (entries.length > 0 && !isMarked(dir)) {
    refuse(`no demo made this folder (it has no file ${markerName}), and it is not empty; name a new one`)
  }
  const link = entries.find((entry) => entry.isSymbolicLink() && isMadeByDemo(entry.name))
  if (link) refuse(`"${link.name}" in it is a symbolic link, and no demo makes one; remove the link`)
  if (deckIn(dir) === 'other')
    refuse('the tapedeck.db in it does not belong to a demo; move it away, or name another folder')
  return dir
}

/** Marks an empty folder as a demo's before it has a database; a marked one stays as it is. */
export function markDemoFolder(dir: string): void {
  openedAt(dir, folderAdvice, () => {
    mkdirSync(dir, { recursive: true, mode: 0o700 })
    if (!isMarked(dir)) writeFileSync(join(dir, markerName), markerText, { mode: 0o600, flag: 'wx' })
  })
}

export function markDemoDatabase(dir: string): void {
  if (deckIn(dir) !== 'none') return
  const path = join(dir, 'tapedeck.db')
  openedAt(path, folderAdvice, () => {
    const db = new Database(path, { create: true, strict: true })
    db.run(`PRAGMA application_id = ${applicationId}`)
    db.close()
  })
}

/**
 * Refuses to serve a demo as a real deck: the password of its owner is public. Throws ConfigError
 * of DATA_DIR.
 */
export function refuseDemoFolder(dataDir: string): void {
  const found = isMarked(dataDir) ? markerName : deckIn(dataDir) === 'demo' ? 'tapedeck.db' : undefined
  if (found === undefined) return
  const problem = `is "${dataDir}", where a demo is kept (${found} says so), and the password of its owner is public`
  throw new ConfigError([{ name: 'DATA_DIR', problem: `${problem}; name another folder, or run tapedeck demo` }])
}

const isMarked = (dir: string): boolean => look(join(dir, markerName))?.isFile() === true

function look(path: string): Stats | undefined {
  try {
    return lstatSync(path)
  } catch {
    return undefined
  }
}

function entriesOf(dir: string): Dirent[] {
  if (!existsSync(dir)) return []
  return openedAt(dir, folderAdvice, () => readdirSync(dir, { withFileTypes: true }))
}

function deckIn(dir: string): Deck {
  const path = join(dir, 'tapedeck.db')
  const found = look(path)
  if (!found || (found.isFile() && found.size === 0)) return 'none'
  const header = Buffer.alloc(headerBytes)
  const file = openedAt(path, folderAdvice, () => openSync(path, 'r'))
  try {
    readSync(file, header, 0, headerBytes, 0)
  } finally {
    closeSync(file)
  }
  return header.readUInt32BE(applicationIdAt) === applicationId ? 'demo' : 'other'
}

/** Resolves a path's symbolic links; of what is not there yet, those of its folder. */
function realPath(path: string): string {
  const whole = resolve(path)
  if (existsSync(whole)) return realpathSync(whole)
  const parent = dirname(whole)
  return parent === whole ? whole : join(realPath(parent), basename(whole))
}

const isWithin = (path: string, folder: string): boolean => {
  const way = relative(folder, path)
  return way === '' || !/^\.\.(?:[/\\]|$)/.test(way)
}
