import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Commits, createCommits } from '../db/commits.ts'
import { keptValue } from '../db/kept-value.ts'
import { migrate } from '../db/migrations/run.ts'
import { type Db, openDb } from '../db/open.ts'
import type { NotificationKinds } from './account/notification/define-notification.ts'
import { createPushing, type Pushing, type PushOptions } from './account/notification/pushing.ts'
import { createPasswords, type PasswordCost, type Passwords } from './account/password.ts'
import type { TrackObstacle } from './casset/track/obstacle.ts'
import type { Config } from './config.ts'
import { goods } from './goods.ts'
import { type Bus, createBus } from './lib/bus.ts'
import { randomBytes } from './lib/random-bytes.ts'
import { openedAt, writtenAt } from './lib/unusable-file.ts'
import { createUuids } from './lib/uuid.ts'
import type { GoodsByKind } from './money/order/goods.ts'
import { notificationKinds } from './notification-kinds.ts'
import { completeLetter } from './operate/complete-letter.ts'
import { type Blobs, createBlobs } from './platform/blob/blobs.ts'
import { keepServedDomain, withServedDomain } from './platform/certificate/served-domain.ts'
import type { Assets } from './platform/client/assets.ts'
import { createLimiter, type Limiter } from './platform/http/limiter.ts'
import { keepServedAddress, withServedAddress } from './platform/http/served-address.ts'
import { createSite, type Site } from './platform/http/site.ts'
import type { RoomNews } from './platform/hub/event.ts'
import { createHub, type Hub } from './platform/hub/hub.ts'
import { createJobs, type Jobs, type Pids } from './platform/job/jobs.ts'
import { createLog, type Log } from './platform/log.ts'
import { createMailer, type Mailer } from './platform/mail/mailer.ts'
import type { CompleteLetter } from './platform/mail/send-mail.ts'
import { createProcessor, type Processor, type ProcessorOptions } from './platform/payment/processor.ts'
import { readSecrets, type Secrets } from './platform/secrets.ts'
import { type Disk, openDisk } from './platform/storage/disk.ts'
import { openTestProcessor } from './test-processor/open.ts'
import { trackObstacles } from './track-obstacles.ts'

/**
 * Everything a verb may need, created once and passed along. Time and randomness come from here, so that tests control
 * them.
 */
export type Ctx = {
  readonly config: Config
  readonly db: Db
  /**
   * Two ways to write: `durably` for what nobody outside will send again, `jointly` for everything else; see Commits.
   */
  readonly jointly: Commits['jointly']
  readonly durably: Commits['durably']
  readonly secrets: Secrets
  /** Identifies this deck among others at the same processor. No secret; kept in the database, so that backups carry it. */
  readonly deckId: string
  readonly site: Site
  readonly blobs: Blobs
  readonly disk: Disk
  readonly jobs: Jobs
  /** Sends mail; undefined without SMTP_URL, when mail stays in the outbox. */
  readonly mailer: Mailer | undefined
  /** Fills in the parts of a letter that are created only when it is sent. */
  readonly completeLetter: CompleteLetter
  /** The payment processor; undefined when payments are off. The test processor runs only with a serving instance. */
  readonly processor: Processor | undefined
  /** The kinds of things that are paid for. */
  readonly goods: GoodsByKind
  /** What can hold a track where it is. */
  readonly trackObstacles: readonly TrackObstacle[]
  /** The kinds of events that people are told of. */
  readonly notificationKinds: NotificationKinds
  /** How notifications are pushed to installed apps. */
  readonly push: Pushing
  readonly passwords: Passwords
  readonly limiter: Limiter
  /** Tells open streams what happened in a room; always after the commit. */
  readonly bus: Bus<RoomNews>
  readonly hub: Hub
  readonly log: Log
  readonly assets: Assets
  /** The command that starts this program as a child process: the executable, or bun and main.ts. */
  readonly selfCommand: readonly string[]
  /** The host's ffmpeg, for formats that we cannot decode; null when there is none. */
  readonly ffmpeg: string | null
  /** Milliseconds since 1970, by the wall clock, which people and time servers set back and forth. */
  readonly now: () => number
  /** Milliseconds of a monotonic clock, for durations and delays within this process. */
  readonly monotonicMs: () => number
  readonly random: (bytes: number) => Uint8Array
  /** Returns a new UUIDv7, above all earlier ones of this process even when the clock is set back. */
  readonly uuid: () => string
  /** Returns a new UUIDv7 of the current time, for rows that are found by date. */
  readonly datedUuid: () => string
}

/** What the caller of createCtx provides in place of the machine's defaults. */
export type Environment = {
  assets: Assets
  selfCommand: readonly string[]
  pids: Pids
  now?: () => number
  monotonicMs?: () => number
  random?: (bytes: number) => Uint8Array
  limiter?: Limiter
  passwordCost?: PasswordCost
  disk?: Disk
  push?: PushOptions
  /** The host's ffmpeg instead of the one on PATH; null for none. */
  ffmpeg?: string | null
  write?: (line: string) => void
  /** Whether this context serves, or only reads the data folder of one that does. */
  isServing?: boolean
  /** The program's own file: the test processor then runs in a thread of its own. */
  program?: string
  /** Options of the test processor. */
  testProcessor?: ProcessorOptions['test']
}

/** Advice for a data folder that cannot be used. */
export const folderAdvice = 'DATA_DIR must name a folder that this user may write to, on a disk with room.'
const fileAdvice = 'It must be a Tapedeck database that this user may write to; restore one from a backup.'

/** Opens the data folder, migrates it, and creates the context. Throws UnusableFileError and NewerDatabaseError. */
export function createCtx(given: Config, environment: Environment): Ctx {
  const now = environment.now ?? Date.now
  const monotonicMs = environment.monotonicMs ?? (() => performance.now())
  const random = environment.random ?? randomBytes
  const log = createLog(given.logLevel, environment.write ?? ((line) => console.error(line)), now)
  const file = join(given.dataDir, 'tapedeck.db')
  openedAt(given.dataDir, folderAdvice, () => mkdirSync(given.dataDir, { recursive: true, mode: 0o700 }))
  const db = openedAt(file, fileAdvice, () => openDb(file))
  for (const name of writtenAt(file, () => migrate(db.$client, now()))) log.info('migrated', { name })
  if (environment.isServing) {
    keepServedDomain(db, given)
    keepServedAddress(db, given)
  }
  const config = environment.isServing ? given : withServedDomain(db, withServedAddress(db, given))
  const uuid = createUuids(now, random)
  const site = createSite(config)
  const commits = createCommits(db)
  const bus = createBus<RoomNews>(uuid(), (thrown) => log.error('news of a room failed', { fault: nameOf(thrown) }))
  return {
    config,
    db,
    ...commits,
    secrets: readSecrets(config, random, () => log.info('security.key_made', { file: 'secrets.json' })),
    deckId: keptValue(db, 'deck-id', () => Buffer.from(random(12)).toString('base64url')),
    site,
    blobs: createBlobs(join(config.dataDir, 'blobs')),
    disk: environment.disk ?? openDisk(config.dataDir),
    jobs: createJobs({ db, ...commits, now, uuid, log, pids: environment.pids }),
    mailer: createMailer(config),
    completeLetter,
    processor: openProcessor(config, environment, { now, random, log }),
    goods,
    trackObstacles,
    notificationKinds,
    push: createPushing(db, random, environment.push),
    passwords: createPasswords(environment.passwordCost),
    limiter: environment.limiter ?? createLimiter(random, monotonicMs),
    bus,
    hub: createHub({ bus, monotonicMs, random }),
    log,
    assets: environment.assets,
    selfCommand: environment.selfCommand,
    ffmpeg: environment.ffmpeg === undefined ? Bun.which('ffmpeg') : environment.ffmpeg,
    now,
    monotonicMs,
    random,
    uuid,
    datedUuid: createUuids(now, random, { rises: false }),
  }
}

const nameOf = (thrown: unknown): string => (thrown instanceof Error ? thrown.name : 'unknown')

function openProcessor(
  config: Config,
  environment: Environment,
  { now, random, log }: Pick<Ctx, 'now' | 'random' | 'log'>,
) {
  // A second test processor on the same file would deliver everything twice.
  const mayOpen = environment.isServing || environment.testProcessor?.isReadOnly
  if (config.payments === 'test' && !mayOpen) return undefined
  return createProcessor({
    payments: config.payments,
    ...config.stripe,
    nowMs: now,
    random,
    openTest: openTestProcessor,
    test: {
      program: environment.isServing ? environment.program : undefined,
      file: join(config.dataDir, 'test-processor.db'),
      currency: config.testSettlementCurrency ?? config.currency ?? 'usd',
      convertsCharges: config.testSettlementCurrency !== undefined,
      onError: (error) =>
        log.error('test processor failed', { fault: error instanceof Error ? error.message : 'unknown' }),
      ...environment.testProcessor,
    },
  })
}
