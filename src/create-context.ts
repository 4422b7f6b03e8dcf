import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { createCommits, syncLog } from '../db/commits.ts'
import { keptValue } from '../db/kept-value.ts'
import { migrate } from '../db/migrations/run.ts'
import { openDb, orClosing } from '../db/open.ts'
import { watchStatements } from '../db/watch-statements.ts'
import { cassetsOf } from './account/cassets.ts'
import { onProofOf } from './account/change-user.ts'
import { notificationKindsOf } from './account/notification/define-notification.ts'
import { createPushing, type PushOptions, pushingOf } from './account/notification/pushing.ts'
import { createPasswords, type PasswordCost, passwordsOf } from './account/password/password.ts'
import { accounts } from './account/sign-in/accounts.ts'
import { suspensionsOf } from './account/suspended.ts'
import { goodsTextOf } from './books/receipt/goods-text.ts'
import { siteSeller } from './books/tax/site-seller.ts'
import { downloadingOf } from './casset/download/downloading.ts'
import { cassetsOfAccounts } from './casset/of-account.ts'
import { closingCheckOf, refundingCheckOf } from './casset/opening/set-opening.ts'
import { refuseHeldBack, trackClaimsOf } from './casset/track/loss/track-claim.ts'
import type { Config } from './config.ts'
import type { Ctx } from './context.ts'
import { coverWhole } from './earnings/transfer/cover-whole.ts'
import { openedAt, writtenAt } from './lib/file/unusable-file.ts'
import { randomBytes } from './lib/hash/random-bytes.ts'
import { createUuids } from './lib/hash/uuid.ts'
import { createBus } from './lib/turn/bus.ts'
import { type BackingUp, backingUpOf } from './operate/backup/nightly-backup.ts'
import { createTrouble, type Looking, lookingOf } from './operate/doctor/look-over.ts'
import { suspensions } from './operate/moderation/suspend.ts'
import { type Upgrading, upgradingOf } from './operate/upgrade/upgrade.ts'
import { coveringOf } from './order/give-back/refund-whole.ts'
import { goodsOf } from './order/goods.ts'
import { openBlobs } from './platform/blob/open-blobs.ts'
import { createBucket } from './platform/bucket/bucket.ts'
import { saveServedDomain, withServedDomain } from './platform/certificate/served-domain.ts'
import { checksOf } from './platform/check.ts'
import type { Assets } from './platform/client/assets.ts'
import { createEdges, edgesOf, withEdges } from './platform/edge/relay/edges.ts'
import { nextEpoch } from './platform/epoch.ts'
import { type Ffmpeg, ffmpegAt } from './platform/ffmpeg.ts'
import { fileHoldersOf } from './platform/file-holder.ts'
import { createLimiter, type Limiter } from './platform/http/limiter.ts'
import { accountsOf } from './platform/http/session/accounts.ts'
import { saveServedAddress, saveServedSince, withServedAddress } from './platform/http/site/served-address.ts'
import { createSite } from './platform/http/site/site.ts'
import type { RoomNews } from './platform/hub/event.ts'
import { createHub } from './platform/hub/hub.ts'
import { asCopy, isCopy, noteInstance } from './platform/instance.ts'
import { createJobs, type Pids } from './platform/job/jobs.ts'
import { doesWait, idleKindsOf } from './platform/job/overdue-jobs.ts'
import { keptSumsOf, searchIndexesOf } from './platform/kept-sums.ts'
import { createLog, nameOf } from './platform/log.ts'
import { emailLookOf } from './platform/mail/email-html.ts'
import { siteSellerOf } from './platform/mail/foot/email-foot.ts'
import { createMailer } from './platform/mail/mailer.ts'
import { completionsOfEmail, notesOfTaken } from './platform/mail/send-mail.ts'
import { createProcessor, type ProcessorOptions } from './platform/payment/processor.ts'
import { personalOf } from './platform/personal.ts'
import { promisesOf } from './platform/promised.ts'
import { createRecentLines, type RecentLines, recentLinesOf } from './platform/recent-lines.ts'
import { secretsOf } from './platform/secrets.ts'
import { type Env, setByEnvironment } from './platform/setting/environment.ts'
import { openSettings } from './platform/setting/open-settings.ts'
import { environmentOf, restartingOf } from './platform/setting/restarting.ts'
import { withStoredSettings } from './platform/setting/with-stored-settings.ts'
import { type Disk, openDisk } from './platform/storage/disk.ts'
import { sweepsOf } from './platform/sweep.ts'
import { builtFor } from './platform/version.ts'
import * as declared from './rooms.ts'
import { isRefunding } from './shop/preorder/is-refunding.ts'
import { noteDownload } from './shop/withdrawal/note-download.ts'
import { openTestProcessor } from './test-processor/open.ts'
import { lookOfEmail } from './web/document/email-look.ts'

/** Replacements by the caller of createCtx for the machine's defaults. */
export type Environment = {
  assets: Assets
  selfCommand: readonly string[]
  pids: Pids
  /** The environment, which overrides the desk's settings; without it those are not read. */
  env?: Env
  /** Serves the site with its present settings. */
  restart?: () => Promise<void>
  /** The newest lines of the log; its own by default. */
  recentLines?: RecentLines
  /** Makes backups beside the service; without it there are none by themselves. */
  backUp?: BackingUp['run']
  /** Runs the doctor's checks beside the service; without it the service does not. */
  look?: Looking['run']
  /** Starts an upgrade that outlives the service; without it the desk does none. */
  upgrade?: Upgrading['start']
  now?: () => number
  monotonicMs?: () => number
  random?: (bytes: number) => Uint8Array
  limiter?: Limiter
  passwordCost?: PasswordCost
  disk?: Disk
  push?: PushOptions
  /** The host's ffmpeg instead of the one on PATH; null for none. */
  ffmpeg?: Ffmpeg | null
  write?: (line: string) => void
  /** Whether this context serves, or only reads the data folder of one that does. */
  isServing?: boolean
  /** The number of the lease under which it serves, where there is a second machine. */
  lease?: number
  /** The program's own file: the test processor then runs in a thread of its own. */
  program?: string
  testProcessor?: ProcessorOptions['test']
}

// The starts of one machine are below those of the machine that was promoted after it.
const startsOfLease = 1_000_000

export const folderAdvice = 'DATA_DIR must name a folder that this user may write to, on a disk with room.'
const fileAdvice = 'It must be a Tapedeck database that this user may write to; restore one from a backup.'

/**
 * Opens the data folder, migrates it, and creates the context. Throws SecretsError,
 * UnusableFileError and NewerDatabaseError.
 */
export function createCtx(given: Config, environment: Environment): Ctx {
  const now = environment.now ?? Date.now
  const monotonicMs = environment.monotonicMs ?? (() => performance.now())
  const random = environment.random ?? randomBytes
  const lines = environment.recentLines ?? createRecentLines()
  const write = environment.write ?? ((line: string) => console.error(line))
  const noteLine = (line: string) => {
    lines.add(line)
    write(line)
  }
  const log = createLog(given.logLevel, noteLine, now)
  const file = join(given.dataDir, 'tapedeck.db')
  openedAt(given.dataDir, folderAdvice, () => mkdirSync(given.dataDir, { recursive: true, mode: 0o700 }))
  const db = openedAt(file, fileAdvice, () => openDb(file))
  // Raw: every statement is one of the driver's.
  if (given.logLevel === 'debug')
    watchStatements(db.$client, (sql, ms) =>
      log.debug('slow statement', { ms: Math.round(ms), sql: sql.slice(0, 300) }),
    )
  // Raw: migrations are SQL.
  for (const name of writtenAt(file, () => migrate(db.$client, now()))) log.debug('migrated', { name })
  const { keys, config } = orClosing(db, () => openConfig({ db, log, now, random }, given, environment))
  const uuid = createUuids(now, random)
  const site = createSite(config)
  const trouble = createTrouble()
  const commits = createCommits(db, syncLog, trouble.ofDisk)
  const bus = createBus<RoomNews>(
    environment.isServing ? nextEpoch(db, (environment.lease ?? 0) * startsOfLease) : 0,
    (thrown) => log.error('news of a room failed', { fault: nameOf(thrown) }),
  )
  const hub = createHub({ bus, monotonicMs, random })
  const edges = createEdges({ monotonicMs, publish: bus.publish })
  const disk = environment.disk ?? openDisk(config.dataDir)
  const bucket = config.bucket && createBucket(config.bucket, trouble.ofBucket)
  const ctx: Ctx = {
    config,
    db,
    ...commits,
    secrets: secretsOf(keys, config),
    instanceId: keptValue(db, 'deck-id', () => Buffer.from(random(12)).toString('base64url')),
    site,
    blobs: openBlobs({ config, disk, bucket, now, uuid }),
    bucket,
    disk,
    jobs: createJobs({ db, ...commits, now, uuid, log, pids: environment.pids }),
    mailer: createMailer(config),
    processor: openProcessor(config, environment, { now, random, log }),
    limiter: environment.limiter ?? createLimiter(random, monotonicMs),
    bus,
    hub: config.relay ? withEdges(hub, edges) : hub,
    log,
    assets: environment.assets,
    selfCommand: environment.selfCommand,
    ffmpeg: environment.ffmpeg === undefined ? ffmpegAt(Bun.which('ffmpeg')) : environment.ffmpeg,
    now,
    monotonicMs,
    random,
    uuid,
    datedUuid: createUuids(now, random, { rises: false }),
  }
  giveStates(ctx, environment)
  trouble.tellAt(ctx)
  edgesOf.give(ctx, edges)
  recentLinesOf.give(ctx, lines)
  return ctx
}

/** Throws SecretsError and ConfigError. */
function openConfig(
  { db, log, now, random }: Pick<Ctx, 'db' | 'log' | 'now' | 'random'>,
  given: Config,
  { env: ofProcess, isServing }: Environment,
) {
  // The demo has no desk.
  const env = given.addressName === 'DEMO_URL' ? undefined : ofProcess
  const made = () => log.debug('security.key_made', { file: 'secrets.json' })
  const { keys, stored } = openSettings({ db, given, env: env ?? null }, random, made)
  const withDesk = env === undefined ? given : withStoredSettings(given, stored, env)
  if (!isServing) return { keys, config: withServedDomain(db, withServedAddress(db, withDesk)) }
  noteInstance(db, given.dataDir)
  const config = isCopy(db, given.dataDir) ? asCopy(withDesk) : withDesk
  saveServedDomain(db, config)
  saveServedAddress(db, config)
  saveServedSince(db, now())
  return { keys, config }
}

/**
 * Returns a serving context with the settings as they are now. Database, jobs, rooms and what rooms
 * keep are the same; so are mailer and processor, unless a setting of theirs changed. Throws
 * SecretsError, ConfigError and PaymentSetupError.
 */
export async function renewCtx(ctx: Ctx, given: Config, environment: Environment): Promise<Ctx> {
  const { keys, config } = openConfig(ctx, given, environment)
  const isSame = (...names: (keyof Config)[]) => names.every((name) => Bun.deepEquals(config[name], ctx.config[name]))
  const hasSameProcessor = isSame('payments', 'stripe', 'currency', 'testSettlementCurrency')
  // Two test processors on one file would deliver everything twice.
  if (!hasSameProcessor) await ctx.processor?.stop()
  const renewed: Ctx = {
    ...ctx,
    config,
    secrets: secretsOf(keys, config),
    site: createSite(config),
    mailer: isSame('smtpUrl', 'mailFrom') ? ctx.mailer : createMailer(config),
    processor: hasSameProcessor ? ctx.processor : openProcessor(config, environment, ctx),
    hub: config.relay && !ctx.config.relay ? withEdges(ctx.hub, edgesOf(ctx)) : ctx.hub,
  }
  giveIdleKinds(renewed)
  return renewed
}

const giveIdleKinds = (ctx: Ctx): void =>
  idleKindsOf.give(ctx, {
    names: () => declared.jobDefinitions.flatMap((job) => (doesWait(ctx, job) ? [job.kind] : [])),
  })

/** Gives rooms the lists from above them, and state that must exist before it is used. */
function giveStates(
  ctx: Ctx,
  { push, passwordCost, look, backUp, upgrade, pids, env = {}, restart = async () => undefined }: Environment,
): void {
  restartingOf.give(ctx, { restart })
  environmentOf.give(ctx, setByEnvironment(env))
  lookingOf.give(ctx, { run: look })
  backingUpOf.give(ctx, { run: backUp })
  upgradingOf.give(ctx, { start: upgrade, ownPid: pids.own, target: builtFor?.target })
  giveIdleKinds(ctx)
  accountsOf.give(ctx, accounts)
  cassetsOf.give(ctx, cassetsOfAccounts)
  suspensionsOf.give(ctx, suspensions)
  fileHoldersOf.give(ctx, declared.fileHolders)
  goodsOf.give(ctx, declared.goods)
  goodsTextOf.give(ctx, declared.goods)
  checksOf.give(ctx, declared.checks)
  keptSumsOf.give(ctx, declared.keptSums)
  personalOf.give(ctx, declared.personal)
  promisesOf.give(ctx, declared.promises)
  searchIndexesOf.give(ctx, declared.searchIndexes)
  sweepsOf.give(ctx, declared.sweeps)
  trackClaimsOf.give(ctx, declared.trackClaims)
  closingCheckOf.give(ctx, { refuse: refuseHeldBack })
  refundingCheckOf.give(ctx, { isRefunding })
  coveringOf.give(ctx, { cover: coverWhole })
  downloadingOf.give(ctx, noteDownload)
  notificationKindsOf.give(ctx, declared.notificationKinds)
  completionsOfEmail.give(ctx, declared.emails)
  notesOfTaken.give(ctx, declared.taken)
  onProofOf.give(ctx, declared.proofs)
  emailLookOf.give(ctx, lookOfEmail)
  siteSellerOf.give(ctx, siteSeller)
  pushingOf.give(ctx, createPushing(ctx.db, ctx.random, push))
  passwordsOf.give(ctx, createPasswords(passwordCost))
}

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
