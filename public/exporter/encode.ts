import {
  AudioSample,
  AudioSampleSource,
  BufferTarget,
  CanvasSource,
  Mp4OutputFormat,
  Output,
  WebMOutputFormat,
} from 'mediabunny'
import { createPainter } from './painter.ts'
import { audioQuality, type Plan, videoQuality } from './plan.ts'
import { frameRate, type Scene, type Sound, sampleRate, secondsOf } from './scene.ts'

export type Encoded = { bytes: ArrayBuffer; type: string }

/** Seconds between two key frames, to which players seek. */
const keyFrameInterval = 2

/**
 * Encodes a scene with its sound (rule: clip-maker), as fast as the machine can: each frame is
 * drawn when the encoder takes it, so no more than a few are held. `onProgress` is called with the
 * finished part, from 0 to 1.
 */
export async function encodeClip(scene: Scene, sound: Sound, plan: Plan, onProgress: (part: number) => void) {
  const canvas = new OffscreenCanvas(plan.width, plan.height)
  const pen = canvas.getContext('2d', { alpha: false })
  if (!pen) throw new Error('The browser has no canvas to draw on.')
  const paint = createPainter(scene, pen)
  const output = new Output({
    format: plan.container === 'mp4' ? new Mp4OutputFormat({ fastStart: 'in-memory' }) : new WebMOutputFormat(),
    target: new BufferTarget(),
  })
  const video = new CanvasSource(canvas, { codec: plan.video, quality: videoQuality(plan), keyFrameInterval })
  const audio = new AudioSampleSource({ codec: plan.audio, quality: audioQuality })
  output.addVideoTrack(video, { frameRate })
  output.addAudioTrack(audio)
  output.setMetadataTags({ title: scene.title, artist: scene.artist, album: scene.casset, comment: scene.address })
  await output.start()
  // In integers: 30 seconds of 30 frames may come to a little more than 900, and to one frame
  // without duration.
  const frames = Math.ceil((sound.left.length * frameRate) / sampleRate)
  for (let frame = 0; frame < frames; frame += 1) {
    if (frame % frameRate === 0) await addSecond(audio, sound, frame / frameRate)
    const second = frame / frameRate
    paint(second)
    await video.add(second, Math.min(1 / frameRate, secondsOf(sound) - second))
    if (frame % 15 === 0) onProgress(frame / frames)
  }
  await output.finalize()
  const { buffer } = output.target
  if (buffer === null) throw new Error('The encoder made no file.')
  return { bytes: buffer, type: plan.container === 'mp4' ? 'video/mp4' : 'video/webm' } satisfies Encoded
}

/** Adds one second of the sound, so that picture and sound are next to each other in the file. */
async function addSecond(source: AudioSampleSource, { left, right }: Sound, second: number): Promise<void> {
  const from = Math.round(second * sampleRate)
  const count = Math.min(left.length - from, sampleRate)
  if (count <= 0) return
  const data = new Float32Array(count * 2)
  data.set(left.subarray(from, from + count))
  data.set(right.subarray(from, from + count), count)
  const init = { data, format: 'f32-planar', numberOfChannels: 2, sampleRate, timestamp: second } as const
  const sample = new AudioSample(init)
  await source.add(sample)
  sample.close()
}
