import { rm } from 'node:fs/promises'
import { bitDepthOf } from './bit-depth.ts'
import { cutHook, partOf } from './cut-hook.ts'
import { decode } from './decode.ts'
import { hookWindow } from './hook-window.ts'
import { type Measured, measure } from './measure.ts'
import { measureAac } from './measure-aac.ts'
import { type CutHookRequest, type HookCut, type Ingested, type IngestRequest, MediaProblem } from './media.ts'
import { type Master, openMaster } from './open-master.ts'

/** Ingests a master: measures all of it, then cuts its hook. The hook's file appears complete or not at all. */
export async function ingest(request: IngestRequest): Promise<Ingested> {
  return await withMaster(request, async (master) => {
    const measured =
      master.codec === 'aac'
        ? await measureAac(master, { peaks: request.peaks ?? null, ffmpeg: request.ffmpeg ?? null })
        : await measure(decode(master), master.codec === 'opus')
    refuseTruncated(master, measured)
    const window = hookWindow(measured.durationSec, request.hookStartSec, request.hookDurationSec)
    const hook = await cutHook(master, request.hook, window)
    const { format, codec } = master
    return { ok: true, op: 'ingest', format, codec, bitDepth: bitDepthOf(master), ...measured, hook }
  })
}

/** Cuts the hook of a known master again after its artist has moved the window. */
export async function cutHookAnew(request: CutHookRequest): Promise<HookCut> {
  return await withMaster(request, async (master) => {
    const window = hookWindow(request.durationSec, request.hookStartSec, request.hookDurationSec)
    return { ok: true, op: 'cut-hook', hook: await cutHook(master, request.hook, window) }
  })
}

async function withMaster<Result>(
  paths: { master: string; hook: string },
  work: (master: Master) => Promise<Result>,
): Promise<Result> {
  const master = await openMaster(paths.master)
  try {
    return await work(master)
  } catch (error) {
    await rm(partOf(paths.hook), { force: true })
    throw error
  } finally {
    master.close()
  }
}

/** A header may declare no length or too short a one; if it declares much more than there is, the file is truncated. */
function refuseTruncated(master: Master, { durationSec }: Measured) {
  const declared = master.declaredSec
  if (declared === null || declared <= durationSec * 1.01 + 0.5) return
  throw new MediaProblem('corrupt', 'This file is cut off: it holds less audio than its header says.')
}
