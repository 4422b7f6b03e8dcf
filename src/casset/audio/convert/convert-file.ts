import { stat } from 'node:fs/promises'
import type { ConvertedFormat } from '../../../lib/audio/converted-formats.ts'
import type { AudioFormat } from '../../../lib/audio/formats.ts'
import { runLimited } from '../../../lib/turn/limited-child.ts'

const leastCpuMs = 60_000
// Four times as fast as it sounds; a Raspberry Pi is ten times as fast.
const cpuMsPerSec = 250
const cpuMsPerMb = 5_000
const rssMb = 400
const largestAllocation = 64 << 20

const pcm = 'pcm_u8,pcm_s8,pcm_s16le,pcm_s16be,pcm_s24le,pcm_s24be,pcm_s32le,pcm_s32be,pcm_f32le,pcm_f32be'
const anyPcm = `${pcm},pcm_f64le,pcm_f64be`

// For each format that our sniffer names, ffmpeg's demuxer, and the only decoders that it may open.
const inputs: Readonly<Record<AudioFormat, readonly [demuxer: string, decoders: string]>> = {
  wav: ['wav', anyPcm],
  w64: ['w64', anyPcm],
  aiff: ['aiff', anyPcm],
  caf: ['caf', anyPcm],
  flac: ['flac', 'flac'],
  mp3: ['mp3', 'mp3,mp3float'],
  aac: ['aac', 'aac'],
  m4a: ['mov', 'aac,alac'],
  ogg: ['ogg', 'vorbis'],
  opus: ['ogg', 'opus,libopus'],
}

// Neither MP3 nor every player of Opus has more than two channels.
const atMostStereo = ['-af', 'aformat=channel_layouts=mono|stereo']

const outputs: Readonly<Record<ConvertedFormat, readonly string[]>> = {
  flac: ['-c:a', 'flac', '-compression_level', '5', '-f', 'flac'],
  mp3: [...atMostStereo, '-c:a', 'libmp3lame', '-q:a', '0', '-id3v2_version', '3', '-f', 'mp3'],
  opus: [...atMostStereo, '-c:a', 'libopus', '-b:a', '128k', '-f', 'ogg'],
}

type Conversion = {
  to: ConvertedFormat
  durationSec: number
  mostBytes: number
  /** From 0 to 19: how much it yields to other processes. */
  niceness?: number
  signal?: AbortSignal
}

/** An ffmpeg process that was killed: by its limits, or because the machine was too busy. */
export class ConversionKilled extends Error {}

/**
 * Converts the sound of a file with the host's ffmpeg, which can open only this file, as the format
 * that our sniffer named, and gets no tags or pictures from it. Returns false for a file that
 * ffmpeg cannot read to its end, or that becomes larger than it may. Throws ConversionKilled (rule:
 * download-formats).
 */
export async function convertFile(
  ffmpeg: string,
  { to, durationSec, mostBytes, ...running }: Conversion,
  { path, format }: { path: string; format: AudioFormat },
  converted: string,
): Promise<boolean> {
  const [demuxer, decoders] = inputs[format]
  const safe = ['-protocol_whitelist', 'file', '-codec_whitelist', decoders, '-max_alloc', `${largestAllocation}`]
  const input = [...safe, '-threads', '1', '-f', demuxer, '-i', `file:${path}`]
  const bare = ['-map', '0:a:0', '-map_metadata', '-1', '-map_chapters', '-1', '-fflags', '+bitexact']
  const output = [...bare, '-flags:a', '+bitexact', '-threads', '1', ...outputs[to], '-fs', `${mostBytes}`]
  const { size } = await stat(path)
  const end = await runLimited({
    cmd: [ffmpeg, '-v', 'quiet', '-nostdin', '-y', '-xerror', ...input, ...output, `file:${converted}`],
    cpuMs: leastCpuMs + durationSec * cpuMsPerSec + (size / 1e6) * cpuMsPerMb,
    rssMb,
    ...running,
  })
  if (end.kind !== 'answer') throw new ConversionKilled(`ffmpeg was ended: ${end.kind}`)
  if (end.exitCode !== 0) return false
  const made = await stat(converted)
  return made.size > 0 && made.size < mostBytes
}
