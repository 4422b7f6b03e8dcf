import { proxy, type Remote, transfer, wrap } from 'comlink'
import { say } from '../../src/lib/language/say.ts'
import { ClipTrouble } from './clip-trouble.ts'
import { type PageFont, readFonts, textOf } from './fonts.ts'
import type { MadeClip } from './made-clip.ts'
import type { Plan } from './plan.ts'
import { recordClip } from './record.ts'
import type { Scene, Sound } from './scene.ts'
import type { ClipWorker } from './worker.ts'

export class Cancelled extends Error {}

/** Ends the worker afterwards, which also frees the encoder's memory. */
async function inWorker<T>(address: string, signal: AbortSignal, run: (remote: Remote<ClipWorker>) => Promise<T>) {
  const worker = new Worker(address)
  const failed = new Promise<never>((_, fail) => {
    // A worker that failed to load never answers.
    worker.onerror = () =>
      fail(new ClipTrouble(say('The code that makes clips did not load. Check the connection, then try again.')))
    signal.addEventListener('abort', () => fail(signal.reason), { once: true })
  })
  try {
    signal.throwIfAborted()
    return await Promise.race([run(wrap<ClipWorker>(worker)), failed])
  } finally {
    worker.terminate()
  }
}

/** Returns what this browser can encode, asked in a worker; null where it has no WebCodecs. */
export function askPlan(address: string, size: { width: number; height: number }): Promise<Plan | null> {
  if (!('VideoEncoder' in globalThis) || !('AudioEncoder' in globalThis)) return Promise.resolve(null)
  return inWorker(address, new AbortController().signal, (remote) => remote.findPlan(size))
}

type Making = {
  address: string
  /** Null in a browser without WebCodecs, which records the clip while it plays. */
  plan: Plan | null
  scene: Scene
  sound: Sound
  signal: AbortSignal
  onProgress: (part: number) => void
}

/** In a worker, so that a hidden tab does not slow it. Throws the signal's reason. */
export async function makeClip({ address, plan, scene, sound, signal, onProgress }: Making): Promise<MadeClip> {
  const fonts: PageFont[] = readFonts()
  const text = textOf(scene, scene.lyrics.map((line) => line.text).join(' '))
  if (plan === null) return recordClip({ scene, sound, text, signal, onProgress })
  // Copies are moved to the worker: the page keeps its own for the next clip.
  const left = sound.left.slice()
  const own = { left, right: sound.right === sound.left ? left : sound.right.slice() }
  const cover = scene.cover && (await createImageBitmap(scene.cover))
  const blob = await inWorker(address, signal, (remote) => {
    const moved = transfer({ ...scene, cover }, cover ? [cover] : [])
    const sent = transfer(own, [...new Set([own.left.buffer, own.right.buffer])])
    return remote.encode(moved, sent, plan, { fonts, text }, proxy(onProgress))
  })
  return { blob, container: plan.container }
}
