import { type Signal, useSignal } from '@preact/signals'
import type { RefObject } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { watchNear } from './watch-near.ts'

/** So many rows of a long list are drawn whole from the start: more than a screen. */
export const firstRows = 24

/** Some screens of a phone: rows are mostly drawn before they are seen. */
const nearPx = 1_200

/** The longest time that a row waits for an idle moment. */
const atLatestMs = 250

/** The part of a frame that stays free; a row takes a millisecond or two. */
const freeMs = 4

/** The rows that are not drawn whole yet. */
const short = new Map<Element, Signal<boolean>>()
/** Rows that are near now and not drawn yet, and how far each was from the top of the window. */
const due = new Map<Element, number>()
let watch: ReturnType<typeof watchNear> | undefined
let isAsked = false

// Safari has no idle time to give.
const whenIdle = (draw: (leftMs: () => number) => void) =>
  'requestIdleCallback' in window
    ? requestIdleCallback((deadline) => draw(() => deadline.timeRemaining()), { timeout: atLatestMs })
    : setTimeout(() => draw(() => 0), 1)

/** Draws rows while the browser has nothing else to do, the nearest first, and at least one. */
function drawDue(leftMs: () => number): void {
  isAsked = false
  for (const [row] of [...due].sort((a, b) => a[1] - b[1])) {
    const isWhole = short.get(row)
    if (isWhole) isWhole.value = true
    short.delete(row)
    due.delete(row)
    if (leftMs() < freeMs) break
  }
  ask()
}

function ask(): void {
  if (isAsked || due.size === 0) return
  isAsked = true
  whenIdle(drawDue)
}

// One for all rows: 500 observers would cost what their rows save.
const watchOfAll = () =>
  watchNear((entries) => {
    for (const { target, isIntersecting, boundingClientRect } of entries) {
      if (isIntersecting && short.has(target)) due.set(target, Math.abs(boundingClientRect.top))
      else due.delete(target)
    }
    ask()
  }, `${nearPx}px 0px`)

/**
 * Tells a row of a long list whether to draw everything, or only its text, which can be read and
 * found and has the same height. A row is drawn whole once it has come near the viewport, and stays
 * so. The first rows, by their `place` from 0, are always whole; the server draws the others as
 * text. The row takes the returned `ref`.
 */
export function useNearRow<Row extends Element>(
  place: number,
): { ref: RefObject<Row | null>; isWhole: Signal<boolean> } {
  const ref = useRef<Row>(null)
  const isWhole = useSignal(place < firstRows)
  useEffect(() => {
    const row = ref.current
    if (isWhole.value || !row) return
    short.set(row, isWhole)
    watch ??= watchOfAll()
    watch.observe(row)
    return () => {
      short.delete(row)
      due.delete(row)
      watch?.unobserve(row)
    }
  }, [])
  return { ref, isWhole }
}
