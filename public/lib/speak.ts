import type { Urgency } from './announce.ts'

// A screen reader says first where the focus went in the same turn.
const afterMs = 150
const keptMs = 5_000

const waiting = new Set<string>()
const trees = new WeakMap<Element, ShadowRoot>()

/**
 * Writes a text into one of the lines for screen readers, which are the only live regions of a
 * page, as a paragraph of its own: a region that comes with its text is silent in Firefox, as is
 * `role="alert"`, and behind an open dialog all of the page is. They are closed trees, since the
 * text is on the page already for whoever searches it or copies it.
 */
export function speak(text: string, role: Urgency): void {
  if (waiting.has(text)) return
  waiting.add(text)
  setTimeout(() => {
    waiting.delete(text)
    const lines = `[aria-live=${role === 'alert' ? 'assertive' : 'polite'}]`
    const [host] = [`dialog ${lines}`, lines].flatMap((each) => [...document.querySelectorAll<HTMLElement>(each)])
    if (!host) return
    const tree = trees.get(host) ?? host.attachShadow({ mode: 'closed' })
    trees.set(host, tree)
    const line = document.createElement('p')
    line.textContent = text
    tree.append(line)
    host.dataset.said = text
    setTimeout(() => line.remove(), keptMs)
  }, afterMs)
}
