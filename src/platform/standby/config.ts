import type { BucketConfig } from '../bucket/config.ts'

type Env = Readonly<Record<string, string | undefined>>

export type StandbyConfig = {
  /** Where the lease is stored; undefined without one. */
  readonly lease: BucketConfig | undefined
  /**
   * How long a promoted machine waits for one that did not release its lease; half of it without a
   * look at the lease ends serving.
   */
  readonly leaseMs: number
  /** Where Litestream keeps the copy of the database. */
  readonly replica: BucketConfig | undefined
}

const placed = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])\/((?:[\w.-]+\/)*[\w.-]+)\/?$/
const usualLeaseSec = 60

/** Reads LEASE and REPLICA, two places in a bucket, and the keys to it. */
export function readStandbyConfig(
  env: Env,
  integer: (name: string, usual: number, min: number, max: number) => number,
) {
  const faults: { name: string; problem: string }[] = []
  const text = (name: string) => env[name]?.trim() || undefined
  const place = (name: string): BucketConfig | undefined => {
    const raw = text(name)
    if (raw === undefined) return undefined
    const [, bucket = '', path = ''] = placed.exec(raw) ?? []
    if (bucket === '') {
      faults.push({
        name,
        problem: `must be a place in a bucket, such as s3://tapes/${name.toLowerCase()}, but is "${raw}"`,
      })
    }
    const [accessKeyId = '', secretAccessKey = ''] = ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'].map((key) => {
      if (text(key) === undefined) faults.push({ name: key, problem: `is needed where ${name} names a bucket` })
      return text(key)
    })
    const region = text('S3_REGION') ?? 'us-east-1'
    const endpoint = text('S3_ENDPOINT') ?? `https://s3.${region}.amazonaws.com`
    const origin = URL.parse(endpoint)?.origin ?? endpoint
    return { bucket, prefix: `${path}/`, endpoint: origin, region, accessKeyId, secretAccessKey }
  }
  const standby: StandbyConfig = {
    lease: place('LEASE'),
    leaseMs: integer('LEASE_SECONDS', usualLeaseSec, 30, 3_600) * 1_000,
    replica: place('REPLICA'),
  }
  return { standby, faults }
}
