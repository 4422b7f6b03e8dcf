import type { Sound } from './decode.ts'
import { MediaProblem } from './media.ts'
import type { Master } from './open-master.ts'

type ReadSample = (view: DataView, at: number) => number

const SAMPLES: Record<string, { bytes: number; read: ReadSample }> = {
  'pcm-u8': { bytes: 1, read: (view, at) => (view.getUint8(at) - 128) / 128 },
  'pcm-s16': { bytes: 2, read: (view, at) => view.getInt16(at, true) / 32_768 },
  'pcm-s24': { bytes: 3, read: (view, at) => ((view.getInt8(at + 2) << 16) | view.getUint16(at, true)) / 8_388_608 },
  'pcm-s32': { bytes: 4, read: (view, at) => view.getInt32(at, true) / 2_147_483_648 },
  'pcm-f32': { bytes: 4, read: (view, at) => finite(view.getFloat32(at, true)) },
  'pcm-f64': { bytes: 8, read: (view, at) => finite(view.getFloat64(at, true)) },
}

/** Splits the interleaved samples of a WAV file into one array per channel. */
export async function* decodePcm({ codec, config, packets }: Master): AsyncGenerator<Sound> {
  const { numberOfChannels, sampleRate } = config
  const sample = SAMPLES[codec]
  if (!sample) throw new MediaProblem('unsupported', 'This kind of WAV file is not supported.')
  const frameBytes = sample.bytes * numberOfChannels
  for (let packet = await packets.getFirstPacket(); packet; packet = await packets.getNextPacket(packet)) {
    const frames = Math.round(packet.duration * sampleRate)
    if (frames * frameBytes !== packet.data.length) {
      throw new MediaProblem('corrupt', 'This WAV file is damaged: its header does not fit its samples.')
    }
    const view = new DataView(packet.data.buffer, packet.data.byteOffset, packet.data.byteLength)
    const channels = Array.from({ length: numberOfChannels }, (_, channel) =>
      spread(view, sample.read, channel * sample.bytes, frameBytes, frames),
    )
    yield { channels, sampleRate }
  }
}

function spread(view: DataView, read: ReadSample, first: number, frameBytes: number, frames: number): Float32Array {
  const samples = new Float32Array(frames)
  for (let i = 0; i < frames; i++) samples[i] = read(view, first + i * frameBytes)
  return samples
}

/** A float file may contain NaN and infinity, which would spoil all later measurements. */
function finite(value: number): number {
  return Number.isFinite(value) ? value : 0
}
