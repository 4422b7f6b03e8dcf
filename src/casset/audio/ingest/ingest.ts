import { rm, stat } from 'node:fs/promises'
import { decode } from './decode/decode.ts'
import { decodeFlacExactly } from './decode/decode-flac-exactly.ts'
import { decodeMp3AsStereo } from './decode/decode-mp3.ts'
import { bitDepthOf } from './master/bit-depth.ts'
import { copyMaster } from './master/copy-master.ts'
import { endsWithFrame } from './master/mp3-end.ts'
import { endsInsideBox } from './master/mp4-end.ts'
import { isAlac, type Master, openMaster, sniffFile } from './master/open-master.ts'
import { readTags } from './master/read-tags.ts'
import { type Measured, measureSound } from './measure.ts'
import { measureAac } from './measure-aac.ts'
import { type CutHookRequest, cutOff, type HookCut, type Ingested, type IngestRequest } from './media.ts'
import { decodePcm } from './pcm/decode-pcm.ts'
import type { PcmLayout } from './pcm/layout.ts'
import { readPcm } from './pcm/read-pcm.ts'
import { cutHook, partOf } from './render/cut-hook.ts'
import { hookWindow } from './render/hook-window.ts'
import { renderAlac } from './render/render-alac.ts'
import { type Rendered, renderSound } from './render/render-sound.ts'
import { beginRendition } from './render/rendition.ts'

/** Measures a master, cuts its hook and reads its tags. Files appear complete or not at all. */
export async function ingest(request: IngestRequest): Promise<Ingested> {
  // The reader of tags is compiled on another core while the sound is decoded.
  const [sound, tags] = await Promise.all([ingestSound(request), readTags(request.master)])
  const { hasWrongSum, ...rest } = sound
  return { ...rest, tags: hasWrongSum ? { ...tags, hasWrongSum } : tags }
}

type SoundIngested = Omit<Ingested, 'tags'> & { hasWrongSum?: boolean }

async function ingestSound(request: IngestRequest): Promise<SoundIngested> {
  const { format, audioStart } = await sniffFile(request.master)
  const layout = await readPcm(request.master, format, audioStart)
  if (!layout && format === 'm4a' && request.ffmpeg && (await isAlac(request.master))) {
    return await ingestAlac(request.ffmpeg, request)
  }
  if (!layout) return await withMaster(request.master, request.hook, (master) => ingestPackets(master, request))
  refuseTruncated(layout.statedFrames === null ? null : layout.statedFrames / layout.sampleRate, secondsOf(layout))
  const play = layout.isPlain ? null : await render(layout, request.play)
  try {
    const measured = play?.measured ?? (await measureSound(decodePcm(layout)))
    const window = hookWindow(measured.durationSec, request.hookStartSec, request.hookDurationSec)
    const played = play ? request.play : request.master
    const hook = await withMaster(played, request.hook, (master) => cutHook(master, request.hook, window))
    const bytes = play && (await stat(request.play)).size
    return {
      ok: true,
      op: 'ingest',
      format,
      codec: `pcm-${layout.kind}`,
      bitDepth: layout.depth,
      ...measured,
      hook,
      play: play && bytes !== null ? { format: play.format, bytes } : null,
    }
  } catch (error) {
    await rm(request.play, { force: true })
    throw error
  }
}

const secondsOf = ({ frames, sampleRate }: PcmLayout) => frames / sampleRate

async function ingestAlac(ffmpeg: string, request: IngestRequest): Promise<SoundIngested> {
  await renderAlac(ffmpeg, request.master, request.play)
  try {
    const result = await withMaster(request.play, request.hook, (master) => ingestPackets(master, request))
    const play = { format: 'flac', bytes: (await stat(request.play)).size } as const
    return { ...result, format: 'm4a', codec: 'alac', play }
  } catch (error) {
    await rm(request.play, { force: true })
    throw error
  }
}

async function ingestPackets(master: Master, request: IngestRequest): Promise<SoundIngested> {
  const measured =
    master.codec === 'aac'
      ? await measureAac(master, { peaks: request.peaks ?? null, ffmpeg: request.ffmpeg ?? null })
      : await measureDecoded(master)
  if (measured === null) return await ingestOdd(master, request)
  if (master.format === 'm4a' && (await endsInsideBox(master.path))) throw cutOff()
  const isWhole = master.format === 'mp3' && (await endsWithFrame(master.path, master.audioStart))
  refuseTruncated(isWhole ? null : master.declaredSec, measured.durationSec)
  const window = hookWindow(measured.durationSec, request.hookStartSec, request.hookDurationSec)
  const hook = await cutHook(master, request.hook, window)
  const play = await copyMaster(master, request.play, measured.durationSec)
  const { format, codec } = master
  return { ok: true, op: 'ingest', format, codec, bitDepth: bitDepthOf(master), ...measured, hook, play }
}

// Programs that cannot seek back to the head of a FLAC leave a completely wrong count there, not
// one that is slightly off.
const COUNT_SLACK_SEC = 0.1

/** Returns the measurements of a master; null where browsers would not play all of it as it is. */
async function measureDecoded(master: Master): Promise<(Measured & { hasWrongSum: boolean }) | null> {
  const watch = { isOdd: false, hasWrongSum: false }
  try {
    const measured = await measureSound(decode(master, watch), master.codec === 'opus')
    const isMiscounted =
      master.codec === 'flac' && Math.abs((master.declaredSec ?? 0) - measured.durationSec) > COUNT_SLACK_SEC
    return watch.isOdd || isMiscounted ? null : { ...measured, hasWrongSum: watch.hasWrongSum }
  } catch (error) {
    // Where its packets are not enough, the reference decoder may tell.
    if (watch.isOdd || master.codec === 'flac') return null
    throw error
  }
}

/** Ingests an MP3 or a FLAC that decodes here but that browsers would not play whole. */
async function ingestOdd(master: Master, request: IngestRequest): Promise<SoundIngested> {
  const sounds = master.codec === 'mp3' ? decodeMp3AsStereo(master) : decodeFlacExactly(master)
  const { format: played, measured } = await renderSound(sounds, request.play)
  try {
    const { format, codec, declaredSec } = master
    if (declaredSec !== null && declaredSec > measured.durationSec + COUNT_SLACK_SEC) throw cutOff()
    const window = hookWindow(measured.durationSec, request.hookStartSec, request.hookDurationSec)
    const hook = await withMaster(request.play, request.hook, (play) => cutHook(play, request.hook, window))
    const play = { format: played, bytes: (await stat(request.play)).size }
    return { ok: true, op: 'ingest', format, codec, bitDepth: bitDepthOf(master), ...measured, hook, play }
  } catch (error) {
    await rm(request.play, { force: true })
    throw error
  }
}

/** Writes and measures a rendition in one pass over its master. */
async function render(layout: PcmLayout, path: string): Promise<Rendered> {
  const rendition = await beginRendition(layout, path)
  try {
    const measured = await measureSound(decodePcm(layout, rendition.write))
    await rendition.finish()
    return { format: rendition.format, measured }
  } catch (error) {
    await rendition.drop()
    throw error
  }
}

/** Cuts a known track's hook again, from the played file, once its artist has moved the window. */
export async function cutHookAnew(request: CutHookRequest): Promise<HookCut> {
  return await withMaster(request.master, request.hook, async (master) => {
    const window = hookWindow(request.durationSec, request.hookStartSec, request.hookDurationSec)
    return { ok: true, op: 'cut-hook', hook: await cutHook(master, request.hook, window) }
  })
}

async function withMaster<Result>(
  path: string,
  hook: string,
  work: (master: Master) => Promise<Result>,
): Promise<Result> {
  const master = await openMaster(path)
  try {
    return await work(master)
  } catch (error) {
    await rm(partOf(hook), { force: true })
    throw error
  } finally {
    master.close()
  }
}

/**
 * A header may state no length or too short a length. If it states much more than there is, the
 * file is truncated.
 */
function refuseTruncated(declaredSec: number | null, durationSec: number) {
  if (declaredSec === null || declaredSec <= durationSec * 1.01 + 0.5) return
  throw cutOff()
}
