import { and, asc, isNull, lt, sql } from 'drizzle-orm'
import { releaseVersions } from '../../../db/schema/release/release.ts'
import type { Ctx } from '../../context.ts'
import type { BucketConfig } from '../../platform/bucket/config.ts'
import { defineJob } from '../../platform/job/define-job.ts'
import { anchorJob } from '../../platform/job/job-kinds.ts'
import { readReplica } from '../../platform/standby/replica-age.ts'
import { appendEvent } from '../provenance/append-event.ts'
import { changeVersion } from '../release-row.ts'
import { latestCheckpoint } from '../transparency-log/latest-checkpoint.ts'
import { noticeRestore, writeHead } from '../transparency-log/log-head.ts'
import { presentOrigin } from '../transparency-log/origin.ts'
import { logSize } from '../transparency-log/read-node.ts'
import { signCheckpoint } from '../transparency-log/sign-checkpoint.ts'
import { askForCosignatures } from '../witness/cosign-log.ts'

const versionsAtOnce = 100
const lookAgainMs = 10_000
/** Longer than reading and storing a part of the replica takes. */
const partMs = 5_000

/** Signs a checkpoint over all events, and anchors the signed versions (rule: transparency-log). */
export const anchorEventsJob = defineJob(anchorJob.kind, {
  payload: anchorJob.payload,
  concurrency: 1,
  maxAttempts: 50,
  atStart(ctx) {
    noticeRestore(ctx)
    const size = logSize(ctx)
    if (!isSigned(ctx, size)) ctx.jobs.add(anchorJob, { size }, { key: `${size}` })
  },
  async run(ctx, { size, waiting }) {
    if (isSigned(ctx, size)) return
    // A head's entries must be on the disk before it is signed, and in the replica, if any.
    const onDisk = waiting?.onDisk ?? (await ctx.durably(() => logSize(ctx)))
    const { replica } = ctx.config.standby
    const next = replica && (await untilReplicated(replica, onDisk, waiting?.since))
    if (next) {
      ctx.jobs.add(anchorJob, { size, waiting: next }, { runAt: ctx.now() + lookAgainMs })
      return
    }
    await ctx.jointly(() => {
      signCheckpoint(ctx, onDisk)
      anchorVersions(ctx)
      askForCosignatures(ctx)
    })
    writeHead(ctx)
  },
})

/**
 * Returns what to wait for until the replica has everything that was on the disk at a moment; then
 * undefined. A part that was stored well after that moment has it: Litestream stores new data once
 * a second (rule: replicated-head).
 */
async function untilReplicated(replica: BucketConfig, onDisk: number, since: number | undefined) {
  const { storedAt, now } = await readReplica(replica)
  if (since === undefined) return { onDisk, since: now }
  return storedAt !== undefined && storedAt >= since + partMs ? undefined : { onDisk, since }
}

function isSigned(ctx: Ctx, size: number): boolean {
  const latest = latestCheckpoint(ctx)
  return size === 0 || (latest !== undefined && latest.size >= size && latest.number === presentOrigin(ctx).number)
}

function anchorVersions(ctx: Ctx): void {
  const checkpoint = latestCheckpoint(ctx)
  if (!checkpoint) return
  const { size: treeSize, root } = checkpoint
  const versions = ctx.db
    .select()
    .from(releaseVersions)
    .where(
      and(
        // Written out, because SQLite does not look at parameters to choose a partial index.
        sql`${releaseVersions.manifestStatus} = 'READY'`,
        isNull(releaseVersions.anchoredSize),
        lt(releaseVersions.logPosition, treeSize),
      ),
    )
    .orderBy(asc(releaseVersions.logPosition))
    .limit(versionsAtOnce)
    .all()
  for (const { id, releaseId, canonicalVersion, logPosition: index } of versions) {
    if (index === null) throw new Error(`The signed version ${id} has no place in the log.`)
    changeVersion(ctx, id, { anchoredSize: treeSize })
    appendEvent(ctx, releaseId, {
      type: 'ANCHORED',
      actor: { kind: 'system' },
      payload: { releaseVersionId: id, canonicalVersion, index, treeSize, rootHash: root.toString('hex') },
    })
  }
}
