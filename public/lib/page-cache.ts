export type Page = { doc: Document; isElsewhere: boolean }

const keepMs = 15_000
const begun = new Map<string, { at: number; page: Promise<Page | null> }>()

async function request(url: string, init: RequestInit): Promise<Page | null> {
  const response = await fetch(url, { ...init, headers: { accept: 'text/html' } })
  if (!response.headers.get('content-type')?.startsWith('text/html')) return null
  const doc = new DOMParser().parseFromString(await response.text(), 'text/html')
  return { doc, isElsewhere: response.redirected }
}

/** Takes a prefetch of the last 15 s; null when the URL is not a page. */
export function fetchPage(url: string, signal: AbortSignal): Promise<Page | null> {
  const early = begun.get(url)
  begun.delete(url)
  return early && performance.now() - early.at < keepMs ? early.page : request(url, { signal })
}

/** After a change, pages that were fetched before it are old. */
export const forgetEarly = (): void => begun.clear()

export function prefetchOnIntent(mayFetch: (url: URL) => boolean): void {
  const warm = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest('a') : null
    if (!link?.href || link.href === location.href || begun.has(link.href)) return
    if (link.target || link.hasAttribute('download') || !mayFetch(new URL(link.href))) return
    const { href } = link
    begun.set(href, { at: performance.now(), page: request(href, { priority: 'low' }).catch(() => null) })
    setTimeout(() => begun.delete(href), keepMs)
  }
  addEventListener('pointerover', warm, { passive: true })
  addEventListener('focusin', warm)
}

/**
 * Puts a part of a fetched page in place of one of this page. Its videos are asked for again: where
 * they were parsed none loads, and browsers keep to that.
 */
export function bringIn(coming: Element, here: Element): void {
  here.replaceWith(document.adoptNode(coming))
  for (const video of coming.querySelectorAll('video')) video.load()
}
