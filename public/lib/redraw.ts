import { fetchPage } from './page-cache.ts'

/** Draws a part of this page as the server has it now. Without an answer it stays as it is until the page is loaded anew. */
export async function redraw(selector: string): Promise<void> {
  const { href } = location
  const page = await fetchPage(href, new AbortController().signal).catch(() => null)
  const coming = page?.doc.querySelector(selector)
  // Looked for only now: an earlier answer may have put another in its place, and the visitor may have gone on.
  if (coming && location.href === href) document.querySelector(selector)?.replaceWith(document.adoptNode(coming))
}
