import { type ReadonlySignal, useComputed, useSignal } from '@preact/signals'
import { toggle } from './engine.ts'
import { current } from './state.ts'

const stepsSec: Record<string, number> = {
  ArrowRight: 5,
  ArrowUp: 5,
  ArrowLeft: -5,
  ArrowDown: -5,
  PageUp: 10,
  PageDown: -10,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
}

/**
 * The keys of a slider along the tape, and the second that it tells. While the slider has the focus
 * of the keyboard, that second changes only when somebody moves it: a screen reader would read each
 * change aloud, over the music.
 */
export function useSlider(now: ReadonlySignal<number>, go: (sec: number) => void) {
  const held = useSignal<{ of: unknown; sec: number; box: Element } | null>(null)
  const hold = (box: Element) => {
    held.value = { of: current.value, sec: now.value, box }
  }
  return {
    told: useComputed(() => {
      const { value } = now
      // A slider that leaves the page with its track is not told that it has lost the focus.
      if (!held.value || held.value.box !== document.activeElement) return value
      return held.value.of === current.value ? held.value.sec : 0
    }),
    onFocus({ currentTarget }: { currentTarget: Element }) {
      if (currentTarget.matches(':focus-visible')) hold(currentTarget)
    },
    onBlur() {
      held.value = null
    },
    onKeyDown(event: KeyboardEvent & { currentTarget: Element }) {
      const step = stepsSec[event.key]
      if (step === undefined && event.key !== ' ') return
      event.preventDefault()
      if (step === undefined) return toggle()
      go(now.value + step)
      hold(event.currentTarget)
    },
  }
}
