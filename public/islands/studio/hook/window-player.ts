import { effect, type Signal, signal } from '@preact/signals'
import { toggle } from '../../../player/engine.ts'
import { faultOf, signSound } from '../../../player/signed.ts'
import { playing, volume } from '../../../player/state.ts'
import type { HookWindow } from './hook-window.ts'

export type WindowPlayer = {
  /** The second of the track that is playing; null while nothing is. */
  readonly at: Signal<number | null>
  readonly problem: Signal<string>
  play(trackId: string, window: HookWindow): Promise<void>
  stop(): void
  close(): void
}

export function createWindowPlayer(): WindowPlayer {
  const at = signal<number | null>(null)
  const problem = signal('')
  let audio: HTMLAudioElement | null = null
  let frame = 0
  let turn = 0

  const stop = () => {
    turn += 1
    cancelAnimationFrame(frame)
    audio?.pause()
    at.value = null
  }
  const follow = (element: HTMLAudioElement, endSec: number) => {
    at.value = element.currentTime
    if (element.ended || element.currentTime >= endSec) stop()
    else frame = requestAnimationFrame(() => follow(element, endSec))
  }
  const stopForDeck = effect(() => {
    if (playing.value && at.peek() !== null) stop()
  })

  return {
    at,
    problem,
    async play(trackId, { startSec, durationSec }) {
      stop()
      const mine = turn
      problem.value = ''
      if (playing.value) toggle()
      try {
        const { url } = await signSound({ id: trackId })
        if (mine !== turn) return
        audio ??= new Audio()
        audio.src = url
        audio.volume = volume.value
        audio.currentTime = startSec
        at.value = startSec
        await audio.play()
        if (mine === turn) follow(audio, startSec + durationSec)
      } catch (thrown) {
        if (mine !== turn) return
        stop()
        problem.value = faultOf(thrown).reason
      }
    },
    stop,
    close() {
      stop()
      stopForDeck()
      audio?.removeAttribute('src')
    },
  }
}
