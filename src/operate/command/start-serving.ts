import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../../config.ts'
import type { Ctx } from '../../context.ts'
import { createCtx, type Environment, renewCtx } from '../../create-context.ts'
import { makeAllPrivate } from '../../lib/file/private-files.ts'
import { refuseUnusableBucket } from '../../platform/bucket/bucket-check.ts'
import { siteAssets } from '../../platform/client/client-dir.ts'
import { createRecentLines } from '../../platform/recent-lines.ts'
import type { Env } from '../../platform/setting/environment.ts'
import type { Lease } from '../../platform/standby/hold-lease.ts'
import { newHolder } from '../../platform/standby/new-holder.ts'
import type { Usage } from '../../platform/usage.ts'
import { type Running, serve } from '../../serve.ts'
import { backUpInChild } from '../backup/backup-in-child.ts'
import { checkInChild } from '../doctor/check-in-child.ts'
import { lockFolder } from '../site-folder/lock-folder.ts'
import { probationOf } from '../site-folder/probation-of.ts'
import { requireKnownFolder } from '../site-folder/site-folder.ts'
import { watchDatabase } from '../site-folder/watch-database.ts'

export type Machine = Pick<Environment, 'selfCommand' | 'pids' | 'program' | 'env' | 'lease' | 'recentLines'> & {
  usage?: () => Usage
}

const databases = ['tapedeck.db', 'test-processor.db'].flatMap((name) => [name, `${name}-wal`, `${name}-shm`])
const kept = [
  '.',
  ...databases,
  'secrets.json',
  'lock.db',
  'doctor.db',
  'backup.db',
  'upgrade.db',
  'log-head.json',
  'receipt-head.json',
  'instance.json',
  'restored.json',
  'blobs',
  'blobs/scratch',
  'blobs/made',
  'uploads',
]

/**
 * A running service. `lost` states why it cannot continue: its database was removed, it cannot
 * serve with changed settings, or another machine may serve.
 */
export type Started = { ctx: Ctx; running: Running; lost: Promise<Error> }

/**
 * Locks the data folder, opens it and serves it, with what the desk sets as soon as it is set.
 * `prepare` runs when it is locked but not yet open. Throws FolderInUseError,
 * LeaseError, UnusableFileError and NewerDatabaseError.
 */
export async function startServing(config: Config, machine: Machine, prepare = () => {}): Promise<Started> {
  const lock = lockFolder(config.dataDir, machine.pids.own)
  const lost = Promise.withResolvers<Error>()
  let ending: Promise<void> | undefined
  let now: Opened
  let lease: Lease | undefined
  const recentLines = createRecentLines()
  let turn = Promise.resolve()
  const restart = () => {
    // One after another: what was saved last is served last.
    turn = turn
      .then(() => (ending ? undefined : now.renew()))
      .catch((error) => {
        lost.resolve(error instanceof Error ? error : new Error(String(error)))
      })
    return turn
  }
  try {
    prepare()
    requireKnownFolder(config.dataDir)
    lease = await leaseOf(config)
    void lease?.lost.then(lost.resolve)
    const leased = lease ? { lease: lease.number } : {}
    now = await open(config, { ...machine, recentLines, ...leased }, lost.resolve, restart)
    lock.tell(now.running.url)
  } catch (error) {
    await lease?.release()
    lock.release()
    throw error
  }
  const stop = async () => {
    ending ??= now.stop()
    await ending
    await lease?.release()
    lock.release()
  }
  return { ctx: now.ctx, running: { ...now.running, stop }, lost: lost.promise }
}

/**
 * Starts the command that replaces this program, in a process that stays when this one ends, and
 * returns its end. Throws where the system starts no process.
 */
function startUpgrade(selfCommand: readonly string[], env: Env, args: readonly string[]): Promise<number> {
  const stdio = { stdin: 'ignore', stdout: 'ignore', stderr: 'ignore' } as const
  const child = Bun.spawn([...selfCommand, '__upgrade', ...args], { ...stdio, env: { ...env }, detached: true })
  child.unref()
  return child.exited
}

type Opened = { ctx: Ctx; running: Running; renew(): Promise<void>; stop(): Promise<void> }

async function open(
  config: Config,
  machine: Machine,
  lose: (error: Error) => void,
  restart: () => Promise<void>,
): Promise<Opened> {
  // Before opening: a database's log gets the file mode of the database.
  const forOthers = makeAllPrivate(kept.map((name) => join(config.dataDir, name)))
  const assets = await siteAssets()
  const isDemo = config.addressName === 'DEMO_URL'
  const env = machine.env ?? {}
  const byItself: Pick<Environment, 'look' | 'backUp' | 'upgrade'> = isDemo
    ? {}
    : {
        look: (of) => checkInChild(of, env),
        backUp: (of, work, signal) => backUpInChild(of, env, work, signal),
        ...(Bun.isStandaloneExecutable && existsSync('/proc/self/exe')
          ? { upgrade: (args) => startUpgrade(machine.selfCommand, env, args) }
          : {}),
      }
  const environment: Environment = { ...machine, ...byItself, assets, isServing: true, restart }
  const ctx = createCtx(config, environment)
  for (const path of forOthers) ctx.log.warn('others may open this', { path })
  await refuseUnusableBucket(ctx)
  const running = await serve(ctx, {
    usage: machine.usage,
    probation: probationOf(config.dataDir, machine.pids.isAlive),
  })
  const watch = watchDatabase(ctx)
  void watch.lost.then(lose)
  const stop = async () => {
    watch.end()
    await running.stop()
  }
  let present = ctx
  // The same port, even when the system chose it.
  const given = { ...config, port: config.port || Number(new URL(running.url).port) }
  const renew = async () => {
    present = await renewCtx(present, given, environment)
    await running.change(present)
    ctx.log.info('serves with other settings')
  }
  return { ctx, running, renew, stop }
}

/** Takes a lease only where there is a second machine. Throws LeaseError. */
async function leaseOf({ dataDir, standby: { lease, leaseMs } }: Config): Promise<Lease | undefined> {
  if (!lease) return undefined
  const { openLeases } = await import('../../platform/standby/lease-store.ts')
  const { holdLease } = await import('../../platform/standby/hold-lease.ts')
  return holdLease({ dataDir, leases: openLeases(lease), leaseMs, makeId: newHolder, now: Date.now })
}
