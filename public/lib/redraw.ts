import { fetchPage } from './page-cache.ts'

const asking = new Map<string, AbortController>()

/**
 * Draws a part of this page as the server has it now. Asked for again, it forgets the earlier question, whose answer knows
 * less. Without an answer the page stays as it is until it is loaded anew.
 */
export async function redraw(selector: string): Promise<void> {
  const asked = new AbortController()
  asking.get(selector)?.abort()
  asking.set(selector, asked)
  const { signal } = asked
  const { href } = location
  const page = await fetchPage(href, signal).catch(() => null)
  const coming = page?.doc.querySelector(selector)
  // Looked for only now: the visitor may have gone on, and come back to another.
  if (coming && !signal.aborted && location.href === href) {
    document.querySelector(selector)?.replaceWith(document.adoptNode(coming))
  }
}
