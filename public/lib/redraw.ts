import { fetchPage } from './page-cache.ts'

/** Draws a part of this page as the server has it now. Without an answer it stays as it is, until the page is loaded anew. */
export async function redraw(selector: string): Promise<void> {
  const here = document.querySelector(selector)
  const page = here && (await fetchPage(location.href, new AbortController().signal).catch(() => null))
  const coming = page?.doc.querySelector(selector)
  if (coming) here?.replaceWith(document.adoptNode(coming))
}
