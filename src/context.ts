import type { Commits } from '../db/commits.ts'
import type { Db } from '../db/open.ts'
import type { Config } from './config.ts'
import type { Bus } from './lib/turn/bus.ts'
import type { Blobs } from './platform/blob/blobs.ts'
import type { Bucket } from './platform/bucket/bucket.ts'
import type { Assets } from './platform/client/assets.ts'
import type { Ffmpeg } from './platform/ffmpeg.ts'
import type { Limiter } from './platform/http/limiter.ts'
import type { Site } from './platform/http/site/site.ts'
import type { RoomNews } from './platform/hub/event.ts'
import type { Hub } from './platform/hub/hub.ts'
import type { Jobs } from './platform/job/jobs.ts'
import type { Log } from './platform/log.ts'
import type { Mailer } from './platform/mail/mailer.ts'
import type { Processor } from './platform/payment/processor.ts'
import type { Secrets } from './platform/secrets.ts'
import type { Disk } from './platform/storage/disk.ts'

/** Everything a verb may need. Time and randomness come from here, so that tests control them. */
export type Ctx = {
  readonly config: Config
  readonly db: Db
  /** `durably` writes what no peer will send again, `jointly` everything else; see Commits. */
  readonly jointly: Commits['jointly']
  readonly durably: Commits['durably']
  readonly secrets: Secrets
  /** This instance among others at a processor. Not secret; stored, so that backups carry it. */
  readonly instanceId: string
  readonly site: Site
  readonly blobs: Blobs
  /** The bucket for media; undefined where they are on this disk. */
  readonly bucket: Bucket | undefined
  readonly disk: Disk
  readonly jobs: Jobs
  /** Sends email; undefined without SMTP_URL, when email stays in the outbox. */
  readonly mailer: Mailer | undefined
  /** Undefined when payments are off. The test processor runs only with a serving instance. */
  readonly processor: Processor | undefined
  readonly limiter: Limiter
  /** Informs open streams of events in a room; always after the commit. */
  readonly bus: Bus<RoomNews>
  readonly hub: Hub
  readonly log: Log
  readonly assets: Assets
  /** The command that starts this program as a child: the executable, or bun and main.ts. */
  readonly selfCommand: readonly string[]
  /** The host's ffmpeg, for formats that we cannot decode; null when there is none. */
  readonly ffmpeg: Ffmpeg | null
  /** Milliseconds since 1970 by the wall clock, which people and servers set back and forth. */
  readonly now: () => number
  /** Milliseconds of a monotonic clock, for durations and delays within this process. */
  readonly monotonicMs: () => number
  readonly random: (bytes: number) => Uint8Array
  /** A new UUIDv7, above all earlier ones of this process even if the clock is set back. */
  readonly uuid: () => string
  /** Returns a new UUIDv7 of the current time, for rows that are found by date. */
  readonly datedUuid: () => string
}
