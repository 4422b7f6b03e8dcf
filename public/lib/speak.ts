import type { Urgency } from './announce.ts'

// A screen reader says first where the focus went in the same turn.
const afterMs = 150
const keptMs = 5_000

const waiting = new Set<string>()
const trees = new WeakMap<Element, ShadowRoot>()

/** Returns the tree of the line to speak by; null on a page without one. */
function treeOf(role: Urgency): { host: HTMLElement; tree: ShadowRoot } | null {
  const line = `[aria-live=${role === 'alert' ? 'assertive' : 'polite'}]`
  const host = document.querySelector<HTMLElement>(`dialog ${line}`) ?? document.querySelector<HTMLElement>(line)
  if (!host) return null
  const tree = trees.get(host) ?? host.attachShadow({ mode: 'closed' })
  trees.set(host, tree)
  return { host, tree }
}

/**
 * Writes a text into one of the lines for screen readers, which are the only live regions of a
 * page, as a paragraph of its own: a region that comes with its text is silent in Firefox, as is
 * `role="alert"`, and behind an open dialog all of the page is. They are closed trees: the page
 * shows the same text, which a search of the page, or a copy of it, would otherwise have twice.
 */
export function speak(text: string, role: Urgency): void {
  if (waiting.has(text)) return
  waiting.add(text)
  // A tree that comes with its text is silent, too.
  treeOf(role)
  setTimeout(() => {
    waiting.delete(text)
    const found = treeOf(role)
    if (!found) return
    const line = document.createElement('p')
    line.textContent = text
    found.tree.append(line)
    found.host.dataset.said = text
    setTimeout(() => line.remove(), keptMs)
  }, afterMs)
}

treeOf('status')
treeOf('alert')
