import { Database } from 'bun:sqlite'
import { mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { Type as t } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { isBusy } from '../../../db/is-busy.ts'
import { folderAdvice } from '../../create-context.ts'
import { giveToOwnerOf, writeAnew } from '../../lib/file/private-files.ts'
import { openedAt, UnusableFileError } from '../../lib/file/unusable-file.ts'
import { parseJson } from '../../lib/json/json.ts'

export class FolderInUseError extends Error {
  override readonly name = 'FolderInUseError'

  constructor(dir: string, holder: Holder | undefined) {
    super(`${dir} is in use: ${holderText(holder)} Stop it first. If it is stopping already, try again in ten seconds.`)
  }
}

/** A data folder that only this process serves. */
export type FolderLock = {
  release(): void
  /** Tells other commands where the site answers on this machine. */
  tell(url: string): void
}

const Holder = t.Object({ pid: t.Integer(), host: t.String(), since: t.String(), url: t.Optional(t.String()) })
type Holder = (typeof Holder)['static']

// A process that was just killed may need a moment to end.
const patienceMs = 1_500

/**
 * Locks a data folder (and creates it if absent) for the lifetime of this process. SQLite takes the
 * lock, and the system releases it however the process ends. Closing any other handle of lock.db in
 * this process would release it too, and removing the file would let a second process lock a new
 * one: no other code may touch it. Throws FolderInUseError, UnusableFileError.
 */
export function lockFolder(dir: string, pid: number): FolderLock {
  openedAt(dir, folderAdvice, () => mkdirSync(dir, { recursive: true, mode: 0o700 }))
  const path = join(dir, 'lock.db')
  const holderPath = join(dir, 'lock.json')
  const db = tryLock(path, patienceMs)
  if (!db) throw new FolderInUseError(dir, readHolder(holderPath))
  giveToOwnerOf(dir, path)
  const holder = { pid, host: hostname(), since: new Date().toISOString() }
  writeHolder(holderPath, holder)
  return {
    tell: (url) => writeHolder(holderPath, { ...holder, url }),
    release() {
      rmSync(holderPath, { force: true })
      db.close()
    },
  }
}

/**
 * Locks a database file until it is closed or the process ends; undefined while another one has it,
 * after so many milliseconds. Throws UnusableFileError.
 */
export function tryLock(path: string, waitMs: number): Database | undefined {
  const db = openedAt(path, folderAdvice, () => new Database(path, { create: true, strict: true }))
  try {
    db.run(`PRAGMA busy_timeout = ${waitMs}`)
    // Without a journal file: taking the lock writes nothing.
    db.run('PRAGMA journal_mode = MEMORY')
    db.run('BEGIN IMMEDIATE')
    return db
  } catch (error) {
    db.close()
    if (isBusy(error)) return undefined
    throw new UnusableFileError(path, error instanceof Error ? error.message : String(error), folderAdvice)
  }
}

/**
 * Locks a data folder that no process serves, so that none begins to; undefined while one does.
 * Until the release this process may not ask `holderOf`, which would end the lock. Throws
 * UnusableFileError.
 */
export function lockFree(dir: string): Pick<FolderLock, 'release'> | undefined {
  const free = tryLock(join(dir, 'lock.db'), 0)
  return free && { release: () => free.close() }
}

/** For people to read: the lock holds even if it cannot be written. */
function writeHolder(path: string, holder: Holder): void {
  const aside = `${path}.${holder.pid}`
  try {
    writeAnew(aside, `${JSON.stringify(holder)}\n`)
    renameSync(aside, path)
  } catch {
    rmSync(aside, { force: true })
  }
}

/** Undefined while no process serves the folder. Throws UnusableFileError. */
export function holderOf(dir: string): Holder | undefined {
  const free = tryLock(join(dir, 'lock.db'), 0)
  free?.close()
  return free ? undefined : readHolder(join(dir, 'lock.json'))
}

function readHolder(path: string): Holder | undefined {
  try {
    return Value.Decode(Holder, parseJson(readFileSync(path, 'utf8')))
  } catch {
    return undefined
  }
}

function holderText(holder: Holder | undefined): string {
  if (!holder) return 'another process serves it.'
  const where = holder.host === hostname() ? '' : ` on ${holder.host}`
  return `process ${holder.pid}${where} has served it since ${holder.since}.`
}
