import { say } from '../../src/lib/language/say.ts'
import { goFully } from './go-fully.ts'
import { keepsSound } from './kept-sound.ts'
import { fetchPage } from './page-cache.ts'
import { swapPage } from './swap-page.ts'
import { showToast } from './toast.ts'
import type { Trip } from './travel.ts'

const offlineText = () => say('You are offline: that page could not be loaded. Your music plays on.')

/** Whether a page has the scripts of this one: those of its build, in its language. */
const isOurs = ({ documentElement: { dataset, lang } }: Document): boolean =>
  dataset.build === document.documentElement.dataset.build && lang === document.documentElement.lang

/** A page that takes longer than this is waited for in sight: the one that is shown grows pale. */
const patienceMs = 300
const setPale = (isPale: boolean) => document.documentElement.classList.toggle('waits', isPale)

/** Fetches the page and shows it in place of the other, or loads it in full. */
export async function showPage({ url, from, signal, scroll, turnBack }: Trip): Promise<void> {
  const timer = setTimeout(setPale, patienceMs, true)
  const page = await fetchPage(url.href, signal).catch(() => null)
  clearTimeout(timer)
  setPale(false)
  if (signal.aborted) return
  if (page === null && !navigator.onLine) {
    // The offline page plays what is kept.
    if (keepsSound() && url.pathname === '/library') return goFully(url.href, 'replace')
    showToast(offlineText())
    // The address has already changed, and the page has not.
    return turnBack?.()
  }
  if (page === null || page.isElsewhere || !isOurs(page.doc)) return goFully(url.href, 'replace')
  await swapPage(page.doc, { from, to: url.pathname, signal, scroll })
}
