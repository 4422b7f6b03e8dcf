import { resolve } from 'node:path'
import type { BucketNames } from '../bucket/bucket-error.ts'
import { type BucketConfig, readBucketAt } from '../bucket/config.ts'

type Env = Readonly<Record<string, string | undefined>>
type Fault = (name: string, problem: string) => void

/** Where backups are added to. `names`: the settings that were set for the bucket. */
export type BackupPlace =
  | { kind: 'folder'; path: string }
  | { kind: 'bucket'; bucket: BucketConfig; names: BucketNames }

export const nameOf = (place: BackupPlace): string =>
  place.kind === 'folder' ? place.path : `s3://${place.bucket.bucket}/${place.bucket.prefix}`

/**
 * Returns whether a place and the bucket of BLOBS are one, or one is in the other: what removes old
 * backups and what is lost with the bucket would be music.
 */
export function isPlaceOfBlobs(place: BackupPlace, media: BucketConfig | undefined): boolean {
  if (place.kind === 'folder' || media === undefined) return false
  const { bucket, prefix, endpoint } = place.bucket
  const isSameBucket = bucket === media.bucket && endpoint === media.endpoint
  return isSameBucket && (prefix.startsWith(media.prefix) || media.prefix.startsWith(prefix))
}

/** The nightly backup: where to (undefined: there is none), encrypted by what, and when, in UTC. */
export type BackupConfig = { to: BackupPlace | undefined; passphrase: string | undefined; hour: number }

const leastPassphrase = 12

/**
 * Reads a place for backups: a folder, or a bucket such as s3://backups/site with the credentials
 * of BACKUP_S3_…, else of S3_…. `place`: what somebody named it by.
 */
export function readPlace(where: string, env: Env, fault: Fault, place = 'BACKUP_TO'): BackupPlace {
  if (!where.startsWith('s3:')) return { kind: 'folder', path: resolve(where) }
  const settings = ['ENDPOINT', 'REGION', 'ACCESS_KEY_ID', 'SECRET_ACCESS_KEY']
  const own = Object.fromEntries(settings.map((name) => [`S3_${name}`, env[`BACKUP_S3_${name}`] || env[`S3_${name}`]]))
  const bucket = readBucketAt(where, own, (name, problem) =>
    fault(
      name === 'BLOBS' ? 'BACKUP_TO' : `BACKUP_${name}`,
      problem.replace('"disk", or a bucket', 'a folder, or a bucket').replaceAll('BLOBS', 'BACKUP_TO'),
    ),
  )
  const setName = (name: string) => (!env[`BACKUP_${name}`] && env[name] ? name : `BACKUP_${name}`)
  const names: BucketNames = {
    place,
    endpoint: setName('S3_ENDPOINT'),
    region: setName('S3_REGION'),
    accessKeyId: setName('S3_ACCESS_KEY_ID'),
    secretAccessKey: setName('S3_SECRET_ACCESS_KEY'),
  }
  return { kind: 'bucket', bucket, names }
}

export function readBackupConfig(env: Env, integer: (name: string, usual: number, min: number, max: number) => number) {
  const faults: { name: string; problem: string }[] = []
  const fault: Fault = (name, problem) => void faults.push({ name, problem })
  const where = env.BACKUP_TO?.trim()
  const passphrase = env.BACKUP_PASSPHRASE?.trim() || undefined
  if (passphrase !== undefined && passphrase.length < leastPassphrase)
    fault('BACKUP_PASSPHRASE', `must have at least ${leastPassphrase} characters`)
  if (where && !where.startsWith('s3:') && !where.startsWith('/') && !/^[A-Za-z]:[\\/]/.test(where))
    fault('BACKUP_TO', `must be a whole path such as /backups, or a bucket such as s3://backups, but is "${where}"`)
  const backup: BackupConfig = {
    to: where ? readPlace(where, env, fault) : undefined,
    passphrase,
    hour: integer('BACKUP_HOUR', 3, 0, 23),
  }
  return { backup, faults }
}
