import { join } from 'node:path'
import { say } from '../../lib/language/say.ts'
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
  place: 270,
  async look({ config: { standby, dataDir }, now }) {
    try {
      return (await lookAtLease(dataDir, standby)) ?? (await lookAtReplica(standby, now())) ?? {}
    } catch (error) {
      return {
        problem: say('the bucket of LEASE or REPLICA is of no use: {why}', { why: whyOf(error) }),
        fix: say('check S3_ENDPOINT, the keys and the network'),
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
  const fix = say('serve there; where that machine is gone for good, run tapedeck promote here')
  const folder = join(dataDir)
  return { problem: say('{folder} may not be served: {host} has the lease since {at}', { folder, host, at }), fix }
}

async function lookAtReplica({ replica }: StandbyConfig, here: number): Promise<Finding | undefined> {
  if (!replica) return undefined
  const { storedAt, now } = await readReplica(replica)
  const fix = say('check that Litestream runs, and its log: journalctl -u litestream')
  if (storedAt === undefined) return { problem: say('REPLICA holds no copy of the database'), fix }
  if (Math.abs(here - now) > mostSkewMs) {
    const sec = Math.round((here - now) / 1_000)
    return {
      problem: say('the clock here is {sec} s ahead of that of the bucket', { sec }),
      fix: say('set it by NTP: S3 refuses what is more than 15 minutes off'),
    }
  }
  const age = Math.max(0, now - storedAt)
  if (age > mostAgeMs)
    return { problem: say('the replica is {minutes} minutes old', { minutes: Math.round(age / 60_000) }), fix }
  return { note: say('replica stored {sec} s ago', { sec: Math.round(age / 1_000) }) }
}
