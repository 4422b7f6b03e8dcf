import { hostname } from 'node:os'
import { join } from 'node:path'
import { Type as t } from '@sinclair/typebox'
import { readFolderNote, writeFolderNote } from '../../lib/file/folder-note.ts'
import { type LeaseStore, whyOf } from './lease-store.ts'

/** This machine may not serve, or no longer, because another one does or may. */
export class LeaseError extends Error {
  override readonly name = 'LeaseError'
}

/** The lease that a folder's machine has taken. It stays there: no backup or replica carries it. */
const Note = t.Object({ holder: t.Integer(), number: t.Integer(), from: t.Number() })

/** A lease that is held while a site is served. */
export type Lease = {
  /** Its number, above those of all earlier machines. */
  readonly number: number
  /** Resolves when this machine may no longer serve. */
  readonly lost: Promise<LeaseError>
  /** Lets another machine take over without waiting. */
  release(): Promise<void>
}

type HoldOptions = { dataDir: string; leases: LeaseStore; leaseMs: number; makeId: () => number; now: () => number }

const fileOf = (dataDir: string) => join(dataDir, 'lease.json')
/** Returns the lease that the machine of a folder has taken; undefined for none. */
export const leaseNote = (dataDir: string) => readFolderNote(fileOf(dataDir), Note)

const advice = 'Where it is gone for good, run tapedeck promote here.'

/**
 * Makes sure that only this machine may serve, and keeps it so. A machine that could not confirm
 * for half of `leaseMs` that nobody was promoted stops, so that a promoted machine never has to
 * wait longer than `leaseMs`. Throws LeaseError (rule: lease).
 */
export async function holdLease(options: HoldOptions): Promise<Lease> {
  const { dataDir, leases, leaseMs, now } = options
  const number = await answered(() => findLease(options))
  const note = leaseNote(dataDir)
  const waitMs = (note?.from ?? 0) - now()
  if (waitMs > 0) {
    const sec = Math.ceil(waitMs / 1_000)
    throw new LeaseError(`The machine before may still serve for ${sec} s. Start again then.`)
  }
  await answered(() => leases.setReleased(number, false))
  // Another machine may have been promoted in between: it saw the release, and does not wait.
  if (await answered(() => leases.has(number + 1))) throw new LeaseError('Another machine was promoted a moment ago.')
  const lost = Promise.withResolvers<LeaseError>()
  // The other half is for looking and for stopping.
  const unseenMs = leaseMs / 2
  let seenAt = performance.now()
  let isLooking = false
  const look = async () => {
    if (performance.now() - seenAt > unseenMs) {
      lost.resolve(
        new LeaseError(
          `The bucket of LEASE has not answered for ${unseenMs / 1_000} s: another machine may serve by now.`,
        ),
      )
      return
    }
    if (isLooking) return
    isLooking = true
    const askedAt = performance.now()
    try {
      if (await leases.has(number + 1))
        lost.resolve(new LeaseError('Another machine was promoted: this one stops serving.'))
      else seenAt = askedAt
    } catch {
      // Only the time since its last answer counts.
    } finally {
      isLooking = false
    }
  }
  const looking = setInterval(look, Math.min(leaseMs / 6, 5_000))
  looking.unref()
  return {
    number,
    lost: lost.promise,
    async release() {
      clearInterval(looking)
      await leases.setReleased(number, true).catch(() => {})
    },
  }
}

/** Returns the number of this folder's lease; of a site that never had one, the first. */
async function findLease({ dataDir, leases, makeId }: HoldOptions): Promise<number> {
  const note = leaseNote(dataDir)
  const newest = await leases.newest()
  if (newest && note && `${note.holder}` === newest.holder.holder && note.number === newest.number) return note.number
  if (newest) {
    const { host, at } = newest.holder
    throw new LeaseError(`Another machine may serve this site: ${host}, since ${at}. ${advice}`)
  }
  const first = 1
  if (await take(dataDir, leases, first, { holder: makeId(), from: 0 })) return first
  throw new LeaseError('Another machine began to serve this site at the same moment.')
}

async function take(dataDir: string, leases: LeaseStore, number: number, note: { holder: number; from: number }) {
  // Stored before it is taken: a machine that ends in between recognises its own lease.
  writeFolderNote(fileOf(dataDir), { ...note, number })
  return leases.take(number, { holder: `${note.holder}`, host: hostname(), at: new Date().toISOString() })
}

/** A promotion's lease number, and how long the previous machine may still serve. */
export type Promoted = { readonly number: number; readonly waitMs: number }

/** Takes the lease from its machine. Throws LeaseError when another one does the same. */
export async function takeOver({ dataDir, leases, leaseMs, makeId, now }: HoldOptions): Promise<Promoted> {
  const newest = await answered(() => leases.newest())
  const note = leaseNote(dataDir)
  if (newest && note && `${note.holder}` === newest.holder.holder)
    return { number: newest.number, waitMs: Math.max(0, note.from - now()) }
  const number = (newest?.number ?? 0) + 1
  const holder = makeId()
  const from = now() + leaseMs
  if (!(await answered(() => take(dataDir, leases, number, { holder, from })))) {
    throw new LeaseError('Another machine was promoted at the same moment. See which one with tapedeck doctor.')
  }
  const isFree = newest === undefined || (await answered(() => leases.isReleased(newest.number)))
  if (isFree) writeFolderNote(fileOf(dataDir), { holder, number, from: 0 })
  return { number, waitMs: isFree ? 0 : leaseMs }
}

/** Says in words that the bucket does not answer. */
async function answered<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof LeaseError) throw error
    throw new LeaseError(
      `The bucket of LEASE cannot be asked who may serve (${whyOf(error)}). Check LEASE, S3_ENDPOINT and the keys.`,
    )
  }
}
