import { rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { closeDb, openDb } from '../../../db/open.ts'
import type { Config } from '../../config.ts'
import { UnusableFileError } from '../../lib/file/unusable-file.ts'
import { databaseName } from '../../platform/backup/format.ts'
import { becomeSite } from '../../platform/instance.ts'
import { takeOver } from '../../platform/standby/hold-lease.ts'
import { openLeases } from '../../platform/standby/lease-store.ts'
import { newHolder } from '../../platform/standby/new-holder.ts'
import { lockFolder } from '../site-folder/lock-folder.ts'
import { refuseWithoutSite } from '../site-folder/site-folder.ts'
import { doctorCommand } from './doctor.ts'
import { openCtx } from './open-ctx.ts'
import type { Machine } from './start-serving.ts'

// Notes of this machine from when it served, perhaps long ago: without them the copy counts as
// restored, so that the log starts a new origin and receipt numbers jump.
const notesOfBefore = ['log-head.json', 'receipt-head.json']

/**
 * `tapedeck promote`: makes the copy of the database in DATA_DIR the one that is served
 * (rule: promotion), and the folder the site (rule: copy-of-site). With LEASE it takes that, and
 * waits until the machine before has to have stopped. It checks the copy, and lets the doctor
 * rebuild what was paid and not copied any more. Returns the exit code. Throws LeaseError.
 */
export async function promoteCommand(config: Config, machine: Machine, print: (line: string) => void): Promise<number> {
  const { dataDir } = config
  refuseWithoutSite(dataDir)
  const lock = lockFolder(dataDir, machine.pids.own)
  try {
    await refuseDamaged(config, machine)
    await takeLease(config, print)
    makeSite(dataDir)
  } finally {
    lock.release()
  }
  const exitCode = await doctorCommand(config, machine, { fix: true, deep: false, all: false }, print)
  print(`Now start tapedeck here, and lead the site's address to this machine. ${resolve(dataDir)} is what is served.`)
  return exitCode
}

/** Throws UnusableFileError for a copy that is not whole: the machine before keeps the lease. */
function makeSite(dataDir: string): void {
  const db = openDb(join(dataDir, databaseName))
  try {
    becomeSite(db, dataDir)
  } finally {
    closeDb(db)
  }
}

async function takeLease({ dataDir, standby }: Config, print: (line: string) => void): Promise<void> {
  if (!standby.lease) return
  const { leaseMs, lease } = standby
  const options = { dataDir, leases: openLeases(lease), leaseMs, makeId: newHolder, now: Date.now }
  const { number, waitMs } = await takeOver(options)
  print(`This machine has the lease now: number ${number}.`)
  if (waitMs > 0) {
    print(`The machine before has not let go of it: waiting ${Math.ceil(waitMs / 1_000)} s, in which it has to stop.`)
    await Bun.sleep(waitMs)
  }
  for (const name of notesOfBefore) rmSync(join(dataDir, name), { force: true })
}

async function refuseDamaged(config: Config, machine: Machine): Promise<void> {
  const ctx = await openCtx(config, machine, () => {}, { isReadOnly: true })
  try {
    // Raw: a pragma.
    const found = ctx.db.$client.query<{ quick_check: string }, []>('PRAGMA quick_check(1)').get()?.quick_check
    if (found === 'ok') return
    const path = join(config.dataDir, databaseName)
    throw new UnusableFileError(path, `this copy of the database is damaged (${found})`, 'Restore the replica again.')
  } finally {
    await ctx.processor?.stop()
    closeDb(ctx.db)
  }
}
