import { AppError } from '../../errors.ts'
import { say } from '../../lib/language/say.ts'

/** `away`: it may succeed in a moment. `absent`: no such object. Somebody has to fix all others. */
export type BucketFault =
  | 'away'
  | 'absent'
  | 'no bucket'
  | 'refused'
  | 'read-only'
  | 'other instance'
  | 'clock'
  | 'region'
  | 'full'
  | 'other bytes'

const words: Record<BucketFault, string> = {
  away: 'The bucket cannot be reached',
  absent: 'The bucket does not have this file',
  'no bucket': 'There is no such bucket',
  refused: 'The bucket refuses these keys',
  'read-only': 'The bucket can be read with these keys and not written to',
  'other instance': 'What BLOBS names belongs to another Tapedeck',
  clock: 'The clock of this machine differs from that of the bucket',
  region: 'The bucket is in another region',
  full: 'The bucket is full',
  'other bytes': 'The bucket sent something else than was stored',
}

export type BucketNames = Readonly<Record<'place' | 'endpoint' | 'region' | 'accessKeyId' | 'secretAccessKey', string>>

const ofBlobs: BucketNames = {
  place: 'BLOBS',
  endpoint: 'S3_ENDPOINT',
  region: 'S3_REGION',
  accessKeyId: 'S3_ACCESS_KEY_ID',
  secretAccessKey: 'S3_SECRET_ACCESS_KEY',
}

export const fixOf: Readonly<Record<BucketFault, (names?: BucketNames) => string>> = {
  away: (names = ofBlobs) => say('Check {endpoint} and the connection; the site tries again automatically.', names),
  absent: () => say('Copy the file back from a backup, or upload it again.'),
  'no bucket': (names = ofBlobs) => say('Create the bucket, or correct {place}, {endpoint} and {region}.', names),
  refused: (names = ofBlobs) =>
    say('Check {accessKeyId} and {secretAccessKey}: they must be valid, and may read, write, delete and list.', names),
  'read-only': () => say('Let these keys write and delete objects (s3:PutObject, s3:DeleteObject).'),
  'other instance': () => say('Name another bucket or prefix. If this is the same site, restore its backup first.'),
  clock: () => say('Set the clock, for example by systemd-timesyncd: S3 refuses requests that are some minutes off.'),
  region: (names = ofBlobs) => say('Set {region} to the region of the bucket.', names),
  full: () => say('Make room in the bucket or raise its quota: until then uploads are refused.'),
  'other bytes': () => say('Check what is between this machine and the bucket, then run tapedeck doctor --deep.'),
}

const shown = {
  full: ['There is no room to store this.', 'The person who runs this site has to make room.', 600],
  usual: ['Files cannot be reached right now.', 'Try again in a moment.', 30],
} as const

/** Its message is for the reader who waits, `said` for the operator, without keys and addresses. */
export class BucketError extends AppError {
  readonly fault: BucketFault
  readonly said: string

  /** The observation, such as the status of the answer. */
  readonly seen: string

  constructor(fault: BucketFault, seen: string) {
    const [message, hint, retryAfter] = shown[fault === 'full' ? 'full' : 'usual']
    super('UNAVAILABLE', message, { hint, retryAfter })
    this.fault = fault
    this.seen = seen
    this.said = `${words[fault]} (${seen}).`
  }
}

const faultOfCode: Readonly<Record<string, BucketFault>> = {
  NoSuchKey: 'absent',
  NoSuchBucket: 'no bucket',
  RequestTimeTooSkewed: 'clock',
  PermanentRedirect: 'region',
  AuthorizationHeaderMalformed: 'region',
  IllegalLocationConstraintException: 'region',
  QuotaExceeded: 'full',
  XMinioStorageFull: 'full',
  XMinioAdminBucketQuotaExceeded: 'full',
  InsufficientCapacity: 'full',
  ServiceQuotaExceeded: 'full',
}

const maxClockMs = 300_000

/** Returns the error for an unexpected answer. `text`: its body, as far as there is one. */
export function errorOf({ status, headers }: Response, text: string): BucketError {
  const code = /<Code>(\w+)<\/Code>/.exec(text)?.[1]
  const known = code === undefined ? undefined : faultOfCode[code]
  const said = `status ${status}${code === undefined ? '' : `, ${code}`}`
  if (known) return new BucketError(known, said)
  if (status === 404) return new BucketError('absent', said)
  if (status === 507) return new BucketError('full', said)
  if (status >= 300 && status < 400) return new BucketError('region', said)
  if (status >= 400 && status < 500 && status !== 408 && status !== 429) {
    const offMs = Math.abs(Date.parse(headers.get('date') ?? '') - Date.now())
    return offMs > maxClockMs
      ? new BucketError('clock', `${said}, ${Math.round(offMs / 60_000)} minutes`)
      : new BucketError('refused', said)
  }
  return new BucketError('away', said)
}

/** Other errors are a broken connection or a limit. */
export const toBucketError = (thrown: unknown): BucketError =>
  thrown instanceof BucketError ? thrown : new BucketError('away', thrown instanceof Error ? codeOf(thrown) : 'unknown')

const codeOf = (error: Error) => ('code' in error && typeof error.code === 'string' ? error.code : error.name)

const tries = 3
const firstPauseMs = 150

/** Runs a function up to three times, as long as it fails in a way that passes. */
export async function withRetries<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (thrown) {
      const error = toBucketError(thrown)
      if (attempt === tries || (error.fault !== 'away' && error.fault !== 'other bytes')) throw error
      await Bun.sleep(firstPauseMs * 2 ** attempt)
    }
  }
}
