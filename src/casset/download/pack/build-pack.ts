import { renameSync, utimesSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Type as t } from '@sinclair/typebox'
import type { Ctx } from '../../../context.ts'
import { say } from '../../../lib/language/say.ts'
import { hourMs } from '../../../lib/time/calendar.ts'
import { defineJob } from '../../../platform/job/define-job.ts'
import { isShortOfSpace } from '../../../platform/storage/keep-free.ts'
import { worldById } from '../../access/visible-casset.ts'
import type { HeldSince } from '../read-goods.ts'
import { growingPacks } from './growing-packs.ts'
import { isWhole } from './is-whole.ts'
import type { PackRequest, PackResult } from './pack.ts'
import { PACK_FORMATS, type PackFormat } from './pack-format.ts'
import { type PackPlan, packName, planPack } from './plan-pack.ts'
import { runPack } from './run-pack.ts'
import { sweepLater } from './sweep-pack.ts'
import { whenUnwanted } from './waiting.ts'

type PackOrder = {
  cassetId: string
  format: PackFormat
  since: HeldSince
  only?: string[]
  isOne?: boolean
  extras?: HeldSince
}

const payload = t.Object({
  cassetId: t.String(),
  format: t.Union(PACK_FORMATS.map((format) => t.Literal(format))),
  since: t.Union([t.Integer(), t.Null()]),
  /** The tracks, where it is not all of them. */
  only: t.Optional(t.Array(t.String())),
  isOne: t.Optional(t.Boolean()),
  /** Since when the whole casset is held, where it is: then its extras are in it. */
  extras: t.Optional(t.Union([t.Integer(), t.Null()])),
})

/** Builds a download. At most two run at a time, as each starts a process of its own. */
export const buildPackJob = defineJob('build-pack', {
  payload,
  concurrency: 2,
  maxAttempts: 5,
  // A large one on a slow disk.
  limitMs: 6 * hourMs,
  run: (ctx, order) => buildPack(ctx, order),
})

/**
 * Builds a download in another format, one at a time: ffmpeg works far longer than it takes to copy
 * files. Stops when nobody waits for it any more.
 */
export const convertPackJob = defineJob('convert-pack', {
  payload,
  concurrency: 1,
  maxAttempts: 2,
  limitMs: 6 * hourMs,
  endsAtStop: true,
  run: (ctx, order, _attempt, signal) => convertPack(ctx, order, signal),
})

const marginBytes = 32_000_000
const lookEveryMs = 50

/** Why a download could not be built, as shown to the collector. */
export const packProblems = () =>
  ({
    'no-room': say('There is not enough disk space here to make the download.'),
    damaged: say('A file of this casset is missing or damaged on this server.'),
    away: say('The files of this casset cannot be reached right now.'),
    busy: say('This server was too busy to make the download.'),
    memory: say('This server has too little memory to make the download.'),
    unconverted: say('This track could not be converted to this format.'),
    crashed: say('The download could not be made.'),
  }) as const

const planOf = (ctx: Ctx, { cassetId, format, ...packed }: PackOrder): PackPlan | undefined => {
  const world = worldById(ctx, cassetId)
  return world && planPack(ctx, world, format, packed)
}

async function buildPack(ctx: Ctx, order: PackOrder): Promise<void> {
  const plan = planOf(ctx, order)
  if (plan) await makePack(ctx, plan, order.cassetId)
}

async function convertPack(ctx: Ctx, order: PackOrder, stop: AbortSignal): Promise<void> {
  const plan = planOf(ctx, order)
  if (!plan) return
  using unwanted = whenUnwanted(ctx, packName(plan))
  try {
    await makePack(ctx, plan, order.cassetId, AbortSignal.any([stop, unwanted.signal]))
  } catch (error) {
    if (!unwanted.signal.aborted) throw error
  }
}

/**
 * Builds the zip of a plan. The file appears complete or not at all, and not when the packs of its
 * casset were dropped meanwhile. While another order for the same content is built, waits for that
 * instead, however it ends. The messages of thrown errors are shown to people. `signal` ends it.
 */
export async function makePack(ctx: Ctx, plan: PackPlan, cassetId: string, signal?: AbortSignal): Promise<void> {
  const [name, growing] = [packName(plan), growingPacks(ctx)]
  if (growing.has(name)) {
    while (growing.has(name) && !signal?.aborted) await Bun.sleep(lookEveryMs)
    return
  }
  const scratch = ctx.blobs.scratch(ctx.uuid())
  const request = toRequest(ctx, plan, scratch)
  const isOurs = () => growing.get(name) === request.zip
  // At once, while the plan still holds: when its tracks are erased from here on, it is dropped.
  growing.set(name, request.zip)
  try {
    const made = ctx.blobs.made(name)
    if (await isWhole(made, plan)) return
    if (isShortOfSpaceFor(ctx, plan)) throw new Error(packProblems()['no-room'])
    await mkdir(scratch, { mode: 0o700 })
    const result = await runPack(ctx.selfCommand, request, plan.bytes, signal)
    // A dropped one may also lack a file that is gone by now.
    if (!isOurs()) return
    if (!result.ok) throw new Error(tell(ctx, cassetId, result))
    const { untagged, unconverted } = result
    if (untagged.length > 0) ctx.log.warn('files took no tags', { cassetId, count: untagged.length })
    if (unconverted.length > 0) ctx.log.warn('files could not be converted', { cassetId, count: unconverted.length })
    utimesSync(request.zip, ctx.now() / 1000, ctx.now() / 1000)
    renameSync(request.zip, made)
  } finally {
    if (isOurs()) growing.delete(name)
    await rm(scratch, { recursive: true, force: true })
  }
  await sweepLater(ctx, plan)
}

/** Returns the message for the collector; the log gets the name of the file. */
function tell({ log }: Ctx, cassetId: string, result: Extract<PackResult, { ok: false }>): string {
  if (result.kind === 'damaged') log.error('a stored file is damaged', { sha256: result.sha256, cassetId })
  return packProblems()[result.kind]
}

/** Whether a download would use the disk's reserve. Asked first, as others may need the space. */
export const isShortOfSpaceFor = (ctx: Ctx, { bytes }: Pick<PackPlan, 'bytes'>): boolean =>
  isShortOfSpace(ctx, bytes + marginBytes) || ctx.disk.freeBytes() < bytes + marginBytes

const toRequest = (
  ctx: Ctx,
  { bare, folder, stampMs, coverSha256, files }: PackPlan,
  scratch: string,
): PackRequest => ({
  ...(bare ? { isBare: true } : {}),
  scratch,
  zip: join(scratch, 'pack.zip'),
  folder,
  stampMs,
  ...(ctx.ffmpeg === null ? {} : { ffmpeg: ctx.ffmpeg.path }),
  cover: coverSha256 === null ? null : { master: ctx.blobs.forChild(coverSha256), sha256: coverSha256 },
  files: files.map((file) => ({ ...file, master: ctx.blobs.forChild(file.sha256) })),
})
