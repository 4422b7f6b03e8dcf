import type { RefObject } from 'preact'
import { useEffect } from 'preact/hooks'
import { focusOn } from '../../lib/focus-on.ts'
import { keysOn, writes } from '../../player/keys.ts'

const rowsOf = (list: HTMLElement): HTMLElement[] => [...list.querySelectorAll<HTMLElement>(':scope > li')]
const steps: Readonly<Record<string, number>> = { j: 1, k: -1, ArrowDown: 1, ArrowUp: -1 }
const acts: Readonly<Record<string, string>> = { o: '[data-act=open]', t: '[data-act=take]', l: '[data-act=leave]' }

/**
 * Moves through a list of reports and decides them by single keys, as long as the visitor has not
 * switched these off (WCAG 2.1.4). They come before the deck's, which has some of the same. Returns
 * what focuses the row at a place, or without one the heading.
 */
export function useReportKeys(list: RefObject<HTMLUListElement | null>): (place: number) => void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!list.current || !keysOn.value || event.ctrlKey || event.metaKey || event.altKey) return
      const { target } = event
      if (!(target instanceof Element) || target.closest(`${writes},dialog`)) return
      const isHandled =
        event.key in steps ? step(list.current, event.key, target) : act(list.current, event.key, target)
      if (!isHandled) return
      event.preventDefault()
      event.stopPropagation()
    }
    document.addEventListener('keydown', onKey, true)
    return () => document.removeEventListener('keydown', onKey, true)
  }, [])
  return (place) => {
    setTimeout(() => {
      const rows = list.current ? rowsOf(list.current) : []
      const row = rows[place] ?? rows.at(-1)
      if (row) row.focus()
      else focusOn('#reports')
    })
  }
}

/** Focuses the next row or the one before. Arrows scroll the page unless a row has the focus. */
function step(list: HTMLElement, key: string, target: Element): boolean {
  const rows = rowsOf(list)
  const here = rows.findIndex((row) => row.contains(target))
  if (key.startsWith('Arrow') && rows[here] !== target) return false
  const row = here < 0 ? rows[0] : rows[here + (steps[key] ?? 0)]
  row?.focus()
  row?.scrollIntoView({ block: 'nearest' })
  return true
}

/** Presses the button in the focused row whose shortcut this key is. */
function act(list: HTMLElement, key: string, target: Element): boolean {
  const selector = acts[key.toLowerCase()]
  const row = rowsOf(list).find((each) => each.contains(target))
  const found = selector === undefined ? null : row?.querySelector<HTMLElement>(selector)
  found?.click()
  // Focused in the same step, so that letters typed right after the shortcut are not lost.
  found?.parentElement?.querySelector('textarea')?.focus()
  return found !== null && found !== undefined
}
