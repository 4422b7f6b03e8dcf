import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Commits, createCommits } from '../db/commits.ts'
import { migrate } from '../db/migrations/run.ts'
import { type Db, openDb } from '../db/open.ts'
import { completeLetter } from './account/letters.ts'
import { createPasswords, type Passwords } from './account/password.ts'
import { type Blobs, createBlobs } from './blob/blobs.ts'
import type { Config } from './config.ts'
import { goods } from './goods.ts'
import { type ClientAddress, createClientAddress } from './http/client-address.ts'
import { createLimiter, type Limiter } from './http/limiter.ts'
import { createSite, type Site } from './http/site.ts'
import { createJobs, type Jobs, type Pids } from './job/jobs.ts'
import { createKeyedLock, type KeyedLock } from './lib/keyed-lock.ts'
import { randomBytes } from './lib/random-bytes.ts'
import { openedAt, writtenAt } from './lib/unusable-file.ts'
import { createUuids } from './lib/uuid.ts'
import { createLog, type Log } from './log.ts'
import { createMailer, type Mailer } from './mail/mailer.ts'
import type { CompleteLetter } from './mail/send-mail.ts'
import type { GoodsByKind } from './order/goods.ts'
import { createProcessor, type Processor, type ProcessorOptions } from './payment/processor.ts'
import { createPrepared, type PreparedArtists } from './public-v1/prepared.ts'
import { readSecrets, type Secrets } from './secrets.ts'
import { type Disk, openDisk } from './storage/disk.ts'
import type { Assets } from './web/assets.ts'

/**
 * Everything a verb may need, made once and passed along. Time and randomness come from here, so that tests can move
 * them.
 */
export type Ctx = {
  readonly config: Config
  readonly db: Db
  /** Writes: `durably` what somebody outside will not send again, `jointly` everything else; see Commits. */
  readonly jointly: Commits['jointly']
  readonly durably: Commits['durably']
  readonly secrets: Secrets
  readonly site: Site
  readonly blobs: Blobs
  readonly disk: Disk
  /** Bytes that uploads under way may come to have, by the account that sends them. */
  readonly arrivingBytes: Map<string, number>
  readonly jobs: Jobs
  /** The way out for mail; undefined without SMTP_URL, when it stays in the outbox. */
  readonly mailer: Mailer | undefined
  /** Puts into a letter what is made only when it goes out. */
  readonly completeLetter: CompleteLetter
  /**
   * Where money is taken; undefined when payments are off. The test processor works beside a serving instance alone.
   */
  readonly processor: Processor | undefined
  /** One operation at a time per payment, payout, seller account and the like. */
  readonly paymentLock: KeyedLock
  /** What each kind of order delivers. */
  readonly goods: GoodsByKind
  readonly passwords: Passwords
  readonly limiter: Limiter
  readonly clientAddress: ClientAddress
  readonly prepared: PreparedArtists
  readonly log: Log
  readonly assets: Assets
  /** How to start this very program again for a child process: the executable, or bun and main.ts. */
  readonly selfCommand: readonly string[]
  /** A host's ffmpeg, for formats that we cannot decode ourselves; null when there is none. */
  readonly ffmpeg: string | null
  /** Milliseconds since 1970, by a clock that people and time servers set, back and forth. */
  readonly now: () => number
  /** Milliseconds by a clock that only runs: for how long something took or has to wait while this process lives. */
  readonly monotonicMs: () => number
  readonly random: (bytes: number) => Uint8Array
  /** A fresh UUIDv7, above every earlier one of this process whatever the clock does. */
  readonly uuid: () => string
  /** A fresh UUIDv7 of this very time: what is found by its date. */
  readonly datedUuid: () => string
}

/** What the caller of createCtx decides instead of the machine. */
export type Surroundings = {
  assets: Assets
  selfCommand: readonly string[]
  pids: Pids
  now?: () => number
  monotonicMs?: () => number
  random?: (bytes: number) => Uint8Array
  limiter?: Limiter
  disk?: Disk
  write?: (line: string) => void
  /** Whether this context serves, rather than looks into the data folder of one that does. */
  isServing?: boolean
  /** The program's own file: the test processor then works in a thread of its own. */
  program?: string
  /** How the test processor differs from its defaults. */
  testProcessor?: ProcessorOptions['test']
}

/** What can be done about a data folder that cannot be used. */
export const folderAdvice = 'DATA_DIR must name a folder that this user may write to, on a disk with room.'
const fileAdvice = 'It must be the database of a deck that this user may write to; put one back from a backup.'

/**
 * Opens the data folder, migrates it, and puts the context together. Throws UnusableFileError and NewerDatabaseError.
 */
export function createCtx(config: Config, around: Surroundings): Ctx {
  const now = around.now ?? Date.now
  const monotonicMs = around.monotonicMs ?? (() => performance.now())
  const random = around.random ?? randomBytes
  const log = createLog(config.logLevel, around.write ?? ((line) => console.error(line)), now)
  const file = join(config.dataDir, 'tapedeck.db')
  openedAt(config.dataDir, folderAdvice, () => mkdirSync(config.dataDir, { recursive: true, mode: 0o700 }))
  const db = openedAt(file, fileAdvice, () => openDb(file))
  for (const name of writtenAt(file, () => migrate(db.$client, now()))) log.info('migrated', { name })
  const uuid = createUuids(now, random)
  const site = createSite(config)
  const commits = createCommits(db)
  return {
    config,
    db,
    ...commits,
    secrets: readSecrets(config, random, () => log.info('security.key_made', { file: 'secrets.json' })),
    site,
    blobs: createBlobs(join(config.dataDir, 'blobs')),
    disk: around.disk ?? openDisk(config.dataDir),
    arrivingBytes: new Map(),
    jobs: createJobs({ db, ...commits, now, uuid, log, pids: around.pids }),
    mailer: createMailer(config),
    completeLetter,
    processor: openProcessor(config, around, { now, random, log }),
    paymentLock: createKeyedLock(),
    goods,
    passwords: createPasswords(),
    limiter: around.limiter ?? createLimiter(random, monotonicMs),
    clientAddress: createClientAddress(config.trustedProxies),
    prepared: createPrepared(),
    log,
    assets: around.assets,
    selfCommand: around.selfCommand,
    ffmpeg: Bun.which('ffmpeg'),
    now,
    monotonicMs,
    random,
    uuid,
    datedUuid: createUuids(now, random, { rises: false }),
  }
}

function openProcessor(
  config: Config,
  around: Surroundings,
  { now, random, log }: Pick<Ctx, 'now' | 'random' | 'log'>,
) {
  // A second test processor that works on the same file would deliver everything twice.
  const mayOpen = around.isServing || around.testProcessor?.isReadOnly
  if (config.payments === 'test' && !mayOpen) return undefined
  return createProcessor({
    mode: config.payments,
    ...config.stripe,
    nowMs: now,
    random,
    test: {
      program: around.isServing ? around.program : undefined,
      file: join(config.dataDir, 'test-processor.db'),
      onError: (error) =>
        log.error('test processor failed', { fault: error instanceof Error ? error.message : 'unknown' }),
      ...around.testProcessor,
    },
  })
}
