import { api } from './api.ts'
import { watchNear } from './watch-near.ts'
import { packPeaks } from './waveform.ts'

/** Tracks that stay in view for so long are fetched, not those that are scrolled past. */
const settleMs = 160
const atOnce = 3
let running = 0
const waiting: (() => Promise<void>)[] = []

async function drain(): Promise<void> {
  while (running < atOnce) {
    const job = waiting.shift()
    if (!job) return
    running += 1
    await job()
    running -= 1
  }
}

async function fetchPacked(trackId: string): Promise<string | null> {
  const { data, error, response } = await api.audio.waveform({ trackId }).get()
  if (!error) return packPeaks(data)
  const waitSec = Number(response?.headers.get('retry-after') ?? 0)
  if (waitSec === 0) return null
  await new Promise((resolve) => setTimeout(resolve, waitSec * 1000))
  return fetchPacked(trackId)
}

/** Returns a function that stops watching. */
export function fetchWhenSeen(element: Element, trackId: string, onPeaks: (packed: string) => void): () => void {
  let timer = 0
  const ask = async () => {
    if (!element.isConnected) return
    const packed = await fetchPacked(trackId)
    if (packed !== null) onPeaks(packed)
  }
  const watch = watchNear(([entry]) => {
    clearTimeout(timer)
    if (!entry?.isIntersecting) return
    timer = window.setTimeout(() => {
      watch.disconnect()
      waiting.push(ask)
      void drain()
    }, settleMs)
  }, '200px')
  watch.observe(element)
  return () => {
    clearTimeout(timer)
    watch.disconnect()
  }
}
