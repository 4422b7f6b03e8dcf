import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { say } from '../../../src/lib/language/say.ts'
import { ClipTrouble } from '../../exporter/clip-trouble.ts'
import type { MadeClip } from '../../exporter/made-clip.ts'
import { askPlan, Cancelled, makeClip } from '../../exporter/make-clip.ts'
import type { Scene, Sound } from '../../exporter/scene.ts'
import { announce } from '../../lib/announce.ts'

export type MakingState =
  | { kind: 'idle'; why: string }
  | { kind: 'making'; part: number; isRecorded: boolean }
  | ({ kind: 'made'; url: string } & MadeClip)

export function useMaking({ worker: address }: { worker: string }) {
  const state = useSignal<MakingState>({ kind: 'idle', why: '' })
  const running = useRef<AbortController | null>(null)
  const become = (next: MakingState) => {
    const before = state.peek()
    if (before.kind === 'made') URL.revokeObjectURL(before.url)
    state.value = next
  }
  const cancel = () => {
    running.current?.abort(new Cancelled())
    running.current = null
  }
  useEffect(
    () => () => {
      cancel()
      become({ kind: 'idle', why: '' })
    },
    [],
  )
  const make = async (scene: Scene, sound: Sound) => {
    cancel()
    const abort = new AbortController()
    running.current = abort
    become({ kind: 'making', part: 0, isRecorded: false })
    announce(say('The clip is being made.'))
    let told = 0
    let isRecorded = false
    const onProgress = (part: number) => {
      if (abort.signal.aborted) return
      become({ kind: 'making', part, isRecorded })
      const quarter = Math.floor(part * 4)
      if (quarter > told) announce(say('{percent} % of the clip is made.', { percent: quarter * 25 }))
      told = quarter
    }
    try {
      const plan = await askPlan(address, scene)
      isRecorded = plan === null
      const made = await makeClip({ address, plan, scene, sound, signal: abort.signal, onProgress })
      become({ kind: 'made', url: URL.createObjectURL(made.blob), ...made })
      announce(say('The clip is ready.'))
    } catch (error) {
      const isCancelled = error instanceof Cancelled
      become({ kind: 'idle', why: isCancelled ? '' : whyOf(error) })
      announce(isCancelled ? say('Cancelled.') : say('The clip was not made.'))
    }
  }
  return { state, make, cancel }
}

const whyOf = (error: unknown) =>
  error instanceof ClipTrouble
    ? error.message
    : say('The clip could not be made. Try the smaller size, or another browser.')
