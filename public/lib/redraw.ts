import { bringIn, fetchPage } from './page-cache.ts'

const asking = new Map<string, AbortController>()

/**
 * Replaces a part of this page with the server's current version. A new call aborts the previous
 * redraw of the same element. Without an answer the page stays unchanged until it is reloaded.
 */
export async function redraw(selector: string): Promise<void> {
  const asked = new AbortController()
  asking.get(selector)?.abort()
  asking.set(selector, asked)
  const { signal } = asked
  const { href } = location
  const page = await fetchPage(href, signal).catch(() => null)
  const coming = page?.doc.querySelector(selector)
  // Queried only now: the visitor may have left the page and come back to another version of it.
  const here = document.querySelector(selector)
  if (coming && here && !signal.aborted && location.href === href) bringIn(coming, here)
}
