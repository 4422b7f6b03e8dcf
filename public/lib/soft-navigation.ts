import { fetchPage, prefetchOnIntent } from './page-cache.ts'
import { swapPage } from './swap-page.ts'

/** Pages with a policy or session of their own load in full, as do files and the API. */
const loadsFully = /^\/(checkout|login|signup|logout|api|a|theme|openapi)(\/|$|\.)/

/** Same-origin links swap `<main>` in place, so that the deck outside it plays on. Full page loads remain the fallback. */
export function navigateSoftly(): void {
  if (!('navigation' in window)) return
  prefetchOnIntent((url) => url.origin === location.origin && !loadsFully.test(url.pathname))
  navigation.addEventListener('navigate', (event) => {
    const url = new URL(event.destination.url)
    if (!event.canIntercept || event.hashChange || event.downloadRequest !== null || event.formData) return
    if (event.navigationType === 'reload' || loadsFully.test(url.pathname)) return
    const from = location.pathname
    event.intercept({
      scroll: 'manual',
      focusReset: 'after-transition',
      async handler() {
        const page = await fetchPage(url.href, event.signal).catch(() => null)
        if (event.signal.aborted) return
        if (page === null && !navigator.onLine) return announceNoSignal()
        if (page === null || page.build !== document.documentElement.dataset.build) return location.assign(url.href)
        await swapPage(page.doc, { from, to: url.pathname, scroll: () => event.scroll() })
      },
    })
  })
}

/** A broken line must not cost the music: we stay where we are, and say so. */
function announceNoSignal(): void {
  const announce = document.querySelector('#announce')
  if (announce) announce.textContent = 'No signal: that page could not be fetched. What you hear plays on.'
}
