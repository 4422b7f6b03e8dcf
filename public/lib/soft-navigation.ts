import { fully } from './go-fully.ts'
import { prefetchOnIntent } from './page-cache.ts'
import { isSoft, mayLeave, travel } from './travel.ts'

/** Marks the way back to the page that is still shown. */
const back = { isBack: true }

/**
 * Swaps `<main>`, so that the deck outside it keeps playing, in browsers of before 2026 by another
 * way (rule: music-goes-on).
 */
export function navigateSoftly(): void {
  prefetchOnIntent((url) => url.origin === location.origin && isSoft('', url.pathname))
  // Until this code is there, links are for the browser.
  if (!('navigation' in window)) {
    import('./navigate-by-history.ts').then(({ navigateByHistory }) => navigateByHistory()).catch(() => {})
    return
  }
  /** The entry of the page that is still shown, while the address is that of one on its way. */
  let left: string | undefined
  navigation.addEventListener('navigate', (event) => {
    const url = new URL(event.destination.url)
    if (!event.canIntercept || event.hashChange || event.downloadRequest !== null || event.formData) return
    // A page has written another address for itself.
    if (event.destination.sameDocument && event.navigationType !== 'traverse') return
    const from = location.pathname
    if (event.info === back) return event.intercept({ scroll: 'manual', focusReset: 'manual' })
    if (event.navigationType === 'reload' || event.info === fully || !isSoft(from, url.pathname)) return
    if (!mayLeave()) return event.preventDefault()
    left ??= navigation.currentEntry?.key
    event.intercept({
      scroll: 'manual',
      focusReset: 'manual',
      handler: () =>
        travel({
          url,
          from,
          signal: event.signal,
          scroll() {
            left = undefined
            event.scroll()
          },
          turnBack() {
            const entry = left
            left = undefined
            if (entry && entry !== navigation.currentEntry?.key) navigation.traverseTo(entry, { info: back })
          },
        }),
    })
  })
}
