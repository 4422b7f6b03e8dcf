import { join } from 'node:path'
import type { Check, Finding } from '../check.ts'
import type { StandbyConfig } from './config.ts'
import { leaseNote } from './hold-lease.ts'
import { openLeases, whyOf } from './lease-store.ts'
import { readReplica } from './replica-age.ts'

const mostSkewMs = 60_000
const mostAgeMs = 10 * 60_000

/** Checks which machine may serve, the age of the replica, and this clock against the bucket's. */
export const standbyCheck: Check = {
  name: 'second machine',
  async look({ config: { standby, dataDir }, now }) {
    try {
      return (await lookAtLease(dataDir, standby)) ?? (await lookAtReplica(standby, now())) ?? {}
    } catch (error) {
      return {
        problem: `the bucket of LEASE or REPLICA is of no use: ${whyOf(error)}`,
        fix: 'check S3_ENDPOINT, the keys and the network',
      }
    }
  },
}

async function lookAtLease(dataDir: string, { lease }: StandbyConfig): Promise<Finding | undefined> {
  if (!lease) return undefined
  const newest = await openLeases(lease).newest()
  const note = leaseNote(dataDir)
  if (!newest || (note && `${note.holder}` === newest.holder.holder)) return undefined
  const { host, at } = newest.holder
  const fix = 'serve there; where that machine is gone for good, run tapedeck promote here'
  return { problem: `${join(dataDir)} may not be served: ${host} has the lease since ${at}`, fix }
}

async function lookAtReplica({ replica }: StandbyConfig, here: number): Promise<Finding | undefined> {
  if (!replica) return undefined
  const { storedAt, now } = await readReplica(replica)
  const fix = 'check that Litestream runs, and its log: journalctl -u litestream'
  if (storedAt === undefined) return { problem: 'REPLICA holds no copy of the database', fix }
  if (Math.abs(here - now) > mostSkewMs) {
    const sec = Math.round((here - now) / 1_000)
    return {
      problem: `the clock here is ${sec} s ahead of the bucket's`,
      fix: 'set it by NTP: S3 refuses what is more than 15 minutes off',
    }
  }
  const age = Math.max(0, now - storedAt)
  if (age > mostAgeMs) return { problem: `the replica is ${Math.round(age / 60_000)} minutes old`, fix }
  return { note: `replica stored ${Math.round(age / 1_000)} s ago` }
}
