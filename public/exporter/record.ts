import { say } from '../../src/lib/language/say.ts'
import { ClipTrouble } from './clip-trouble.ts'
import { loadFonts } from './fonts.ts'
import type { MadeClip } from './made-clip.ts'
import { createPainter } from './painter.ts'
import { frameRate, type Scene, type Sound, sampleRate, secondsOf } from './scene.ts'

// In order of preference: MP4 plays everywhere. Level 4.0 (28) is the lowest that allows 1080 by
// 1920 at 30 frames.
const types = [
  { type: 'video/mp4;codecs=avc1.42E028,mp4a.40.2', container: 'mp4' },
  { type: 'video/webm;codecs=vp9,opus', container: 'webm' },
  { type: 'video/webm;codecs=vp8,opus', container: 'webm' },
] as const

const quality = { videoBitsPerSecond: 6_000_000, audioBitsPerSecond: 192_000 } as const
const mostLagMs = 10_000
const lookEveryMs = 100

/** Returns the kind of file that this browser records; null where it records none. */
export function recordedKind(): (typeof types)[number] | null {
  if (!('MediaRecorder' in globalThis) || !('captureStream' in HTMLCanvasElement.prototype)) return null
  return types.find(({ type }) => MediaRecorder.isTypeSupported(type)) ?? null
}

type Recording = { scene: Scene; sound: Sound; text: string; signal: AbortSignal; onProgress: (part: number) => void }

/**
 * Records a clip while it plays unheard, for browsers without WebCodecs: it takes as long as the
 * clip. A hidden tab draws nothing, so the recording pauses until it is shown again. Throws the
 * signal's reason, and ClipTrouble for a recording that is empty.
 */
export async function recordClip({ scene, sound, text, signal, onProgress }: Recording): Promise<MadeClip> {
  const kind = recordedKind()
  if (kind === null) throw new ClipTrouble(say('This browser cannot make videos. Try Chrome, Edge, Firefox or Safari.'))
  await loadFonts(document.fonts, text)
  const canvas = Object.assign(document.createElement('canvas'), { width: scene.width, height: scene.height })
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('The browser has no canvas to draw on.')
  const paint = createPainter(scene, pen)
  const audio = new AudioContext({ sampleRate })
  const out = audio.createMediaStreamDestination()
  const source = new AudioBufferSourceNode(audio, { buffer: toBuffer(sound) })
  source.connect(out)
  const stream = new MediaStream([...canvas.captureStream(frameRate).getTracks(), ...out.stream.getTracks()])
  const recorder = new MediaRecorder(stream, { mimeType: kind.type, ...quality })
  const pieces: Blob[] = []
  recorder.ondataavailable = ({ data }) => pieces.push(data)
  const stopped = new Promise<void>((done) => {
    recorder.onstop = () => done()
  })
  const ends = new AbortController()
  const onVisible = () => {
    const isAway = document.visibilityState === 'hidden'
    if (isAway && recorder.state === 'recording') recorder.pause()
    if (!isAway && recorder.state === 'paused') recorder.resume()
    void (isAway ? audio.suspend() : audio.resume())
  }
  document.addEventListener('visibilitychange', onVisible, { signal: ends.signal })
  let isStarted = false
  try {
    await audio.resume()
    const begun = audio.currentTime
    recorder.start(1000)
    isStarted = true
    source.start()
    await played(secondsOf(sound), signal, () => {
      const second = audio.currentTime - begun
      paint(Math.min(second, secondsOf(sound)))
      onProgress(Math.min(1, second / secondsOf(sound)))
      return second
    })
    await caughtUp(recorder, pieces, signal)
  } finally {
    ends.abort()
    if (recorder.state !== 'inactive') recorder.stop()
    // One that refused to start never stops.
    if (isStarted) await stopped
    for (const track of stream.getTracks()) track.stop()
    await audio.close()
  }
  if (!hasAny(pieces))
    throw new ClipTrouble(say('This device was too busy to record. Close other programs, then try again.'))
  return { blob: new Blob(pieces, { type: kind.type }), container: kind.container }
}

function toBuffer({ left, right }: Sound): AudioBuffer {
  const buffer = new AudioBuffer({ length: left.length, numberOfChannels: 2, sampleRate })
  buffer.copyToChannel(left, 0)
  buffer.copyToChannel(right, 1)
  return buffer
}

/**
 * Waits, ten seconds at most, until the encoders of a busy device have written anything: what they
 * have not when the recording stops is lost. Throws the signal's reason.
 */
async function caughtUp(recorder: MediaRecorder, pieces: readonly Blob[], signal: AbortSignal): Promise<void> {
  const until = performance.now() + mostLagMs
  while (!hasAny(pieces) && performance.now() < until) {
    signal.throwIfAborted()
    if (recorder.state === 'recording') recorder.requestData()
    await new Promise((done) => setTimeout(done, lookEveryMs))
  }
}

const hasAny = (pieces: readonly Blob[]): boolean => pieces.some(({ size }) => size > 0)

/** Calls `draw` each frame until it returns so many seconds. Rejects with the signal's reason. */
function played(seconds: number, signal: AbortSignal, draw: () => number): Promise<void> {
  return new Promise((done, fail) => {
    const next = () => {
      if (signal.aborted) fail(signal.reason)
      else if (draw() >= seconds) done()
      else requestAnimationFrame(next)
    }
    // A hidden tab gets no frames, and is notified of the end at once.
    signal.addEventListener('abort', () => fail(signal.reason), { once: true })
    next()
  })
}
