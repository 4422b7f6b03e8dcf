import { say } from '../../src/lib/language/say.ts'
import { fully, goFully } from './go-fully.ts'
import { keepsSound } from './kept-sound.ts'
import { fetchPage, prefetchOnIntent } from './page-cache.ts'
import { hasDrafts } from './save-state.tsx'
import { swapPage } from './swap-page.ts'
import { showToast } from './toast.ts'

/** Pages with their own policy, session or token load in full, as do files and the API. */
const loadsFully =
  /^\/(checkout|login|signup|logout|reset|setup|account\/verify|account\/email|api|a|theme|openapi)(\/|$|\.)/

/** Marks the way back to the page that is still shown. */
const back = { isBack: true }
const unsavedText = () => say('Some changes are not saved. Leave this page anyway?')
const offlineText = () => say('You are offline: that page could not be loaded. Your music plays on.')

/** Whether a page has the scripts of this one: those of its build, in its language. */
const isOurs = ({ documentElement: { dataset, lang } }: Document): boolean =>
  dataset.build === document.documentElement.dataset.build && lang === document.documentElement.lang

/** A page that takes longer than this is waited for in sight: the one that is shown grows pale. */
const patienceMs = 300
const setPale = (isPale: boolean) => document.documentElement.classList.toggle('waits', isPale)

/** Swaps `<main>`, so that the deck outside it keeps playing. Falls back to full loads. */
export function navigateSoftly(): void {
  if (!('navigation' in window)) return
  prefetchOnIntent((url) => url.origin === location.origin && !loadsFully.test(url.pathname))
  navigation.addEventListener('navigate', (event) => {
    const url = new URL(event.destination.url)
    if (!event.canIntercept || event.hashChange || event.downloadRequest !== null || event.formData) return
    const from = location.pathname
    const entry = navigation.currentEntry?.key
    if (event.info === back) return event.intercept({ scroll: 'manual', focusReset: 'manual' })
    if (event.navigationType === 'reload' || event.info === fully) return
    if (loadsFully.test(url.pathname) || loadsFully.test(from)) return
    if (hasDrafts() && !confirm(unsavedText())) return event.preventDefault()
    event.intercept({
      scroll: 'manual',
      focusReset: 'manual',
      async handler() {
        const timer = setTimeout(setPale, patienceMs, true)
        const page = await fetchPage(url.href, event.signal).catch(() => null)
        clearTimeout(timer)
        setPale(false)
        if (event.signal.aborted) return
        if (page === null && !navigator.onLine) {
          // The offline page plays what is kept.
          if (keepsSound() && url.pathname === '/library') return goFully(url.href, 'replace')
          showToast(offlineText())
          // The address has already changed, and the page has not.
          if (event.navigationType === 'push' && entry) navigation.traverseTo(entry, { info: back })
          return
        }
        if (page === null || page.isElsewhere || !isOurs(page.doc)) return goFully(url.href, 'replace')
        await swapPage(page.doc, { from, to: url.pathname, signal: event.signal, scroll: () => event.scroll() })
      },
    })
  })
}
