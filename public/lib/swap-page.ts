import { announce } from './announce.ts'
import { bringIn } from './page-cache.ts'

type Move = { from: string; to: string; signal: AbortSignal; scroll: () => void }

const headParts = [
  'link:is([rel=canonical],[rel=modulepreload])',
  'meta:is([property],[name=description],[name=robots],[name^=twitter])',
  'script[type="application/ld+json"]',
].join()

/** Before the page is shown, so that no page appears in another's colours. */
async function loadThemes(doc: Document): Promise<Set<string>> {
  const coming = [...doc.head.querySelectorAll<HTMLLinkElement>('link[data-theme]')]
  const here = new Set([...document.head.querySelectorAll<HTMLLinkElement>('link[data-theme]')].map(addressOf))
  const arriving = coming.filter((link) => !here.has(addressOf(link)))
  await Promise.all(
    arriving.map(
      (link) =>
        new Promise<void>((loaded) => {
          const copy = document.importNode(link)
          copy.onload = () => loaded()
          copy.onerror = () => loaded()
          document.head.append(copy)
        }),
    ),
  )
  return new Set(coming.map(addressOf))
}

const addressOf = (link: HTMLLinkElement) => link.getAttribute('href') ?? ''

function swapHead(doc: Document, themes: Set<string>): void {
  document.title = doc.title
  for (const part of document.head.querySelectorAll(headParts)) part.remove()
  for (const part of doc.head.querySelectorAll(headParts)) document.head.append(document.importNode(part, true))
  for (const link of document.head.querySelectorAll<HTMLLinkElement>('link[data-theme]')) {
    if (!themes.has(addressOf(link))) link.remove()
  }
}

/** Elements outside `<main>` that depend on the page: the bar's links and the footer. */
function swapFrame(doc: Document): void {
  for (const part of ['#main', '#bar', '#foot']) {
    const coming = doc.querySelector(part)
    const here = document.querySelector(part)
    if (coming && here) bringIn(coming, here)
  }
  // The link that had the focus is gone. The next Tab leads into the new page, not through the menu
  // again.
  const first = document.querySelector<HTMLElement>('[data-first]') ?? document.querySelector<HTMLElement>('#main')
  first?.focus({ preventScroll: true })
}

/**
 * Names the cassette of the world that the visitor goes to, or comes from, so that the view
 * transition moves it between the pages.
 */
function nameTape(path: string): void {
  for (const link of document.querySelectorAll('main a:has(.cassette)')) {
    const tape = link.querySelector<SVGElement>('.cassette')
    if (link.getAttribute('href') === path) tape?.style.setProperty('view-transition-name', 'tape')
    else tape?.style.removeProperty('view-transition-name')
  }
}

/** Replaces the current page with the fetched one; the deck outside `<main>` is not touched. */
export async function swapPage(doc: Document, { from, to, signal, scroll }: Move): Promise<void> {
  const themes = await loadThemes(doc)
  const swap = () => {
    // The visitor followed another link meanwhile: this page must not undo the colours of the
    // other.
    if (signal.aborted) return
    swapHead(doc, themes)
    swapFrame(doc)
    scroll()
    nameTape(from)
    document.dispatchEvent(new Event('tapedeck:page'))
    announce(doc.title)
  }
  if (!('startViewTransition' in document) || matchMedia('(prefers-reduced-motion: reduce)').matches) return swap()
  nameTape(to)
  const transition = document.startViewTransition(swap)
  transition.ready.catch(() => {
    // A second click ends the first animation early: the page is swapped all the same.
  })
  await transition.updateCallbackDone
}
