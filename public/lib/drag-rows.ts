import type { RefObject } from 'preact'
import { useEffect, useRef } from 'preact/hooks'

const edgePx = 90
const scrollPx = 14

type Held = { row: HTMLElement; startY: number; to: number }
type OnDrop = (from: number, to: number) => void

/** With mouse, pen or finger. `onDrop` gets the old and new position. */
export function useDragRows(list: RefObject<HTMLElement | null>, onDrop: OnDrop): void {
  const latest = useRef(onDrop)
  latest.current = onDrop
  useEffect(() => {
    const box = list.current
    if (!box) return
    let held: Held | null = null
    let pointerY = 0
    let frame = 0
    const rows = () => [...box.children].filter((each) => each instanceof HTMLElement)
    const unmark = () => {
      for (const row of box.querySelectorAll<HTMLElement>('[data-drop]')) delete row.dataset.drop
    }

    const follow = () => {
      if (!held) return
      if (pointerY < edgePx) scrollBy(0, -scrollPx)
      if (pointerY > innerHeight - edgePx) scrollBy(0, scrollPx)
      const { row, startY } = held
      row.style.translate = `0 ${pointerY + scrollY - startY}px`
      const others = rows()
      const from = others.indexOf(row)
      const under = others.findIndex((other) => {
        const { top, height } = other.getBoundingClientRect()
        return other !== row && pointerY < top + height / 2
      })
      const before = under === -1 ? others.length : under
      held.to = before > from ? before - 1 : before
      unmark()
      if (held.to !== from) {
        const mark = under === -1 ? others.at(-1) : others[under]
        if (mark) mark.dataset.drop = under === -1 ? 'after' : 'before'
      }
      frame = requestAnimationFrame(follow)
    }
    const end = (isDropped: boolean) => {
      if (!held) return
      const { row, to } = held
      const from = rows().indexOf(row)
      held = null
      cancelAnimationFrame(frame)
      row.style.removeProperty('translate')
      delete row.dataset.held
      unmark()
      if (isDropped && from !== -1 && from !== to) latest.current(from, to)
    }

    const grab = (event: PointerEvent) => {
      const grip = event.target instanceof Element ? event.target.closest<HTMLElement>('.grip') : null
      const row = grip?.closest<HTMLElement>('li')
      if (!grip || !row || event.button !== 0) return
      grip.setPointerCapture(event.pointerId)
      pointerY = event.clientY
      held = { row, startY: event.clientY + scrollY, to: rows().indexOf(row) }
      row.dataset.held = ''
      frame = requestAnimationFrame(follow)
    }
    const drag = (event: PointerEvent) => {
      pointerY = event.clientY
    }
    const drop = () => end(true)
    const putBack = () => end(false)
    const putBackOnEscape = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') putBack()
    }
    box.addEventListener('pointerdown', grab)
    box.addEventListener('pointermove', drag)
    box.addEventListener('pointerup', drop)
    box.addEventListener('pointercancel', putBack)
    addEventListener('keydown', putBackOnEscape)
    return () => {
      putBack()
      box.removeEventListener('pointerdown', grab)
      box.removeEventListener('pointermove', drag)
      box.removeEventListener('pointerup', drop)
      box.removeEventListener('pointercancel', putBack)
      removeEventListener('keydown', putBackOnEscape)
    }
  }, [])
}
