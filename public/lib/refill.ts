import { bringIn, fetchPage } from './page-cache.ts'

const nameOf = (element: Element | null) => element?.getAttribute('aria-label') ?? element?.getAttribute('href') ?? null

/** The focus stays on the same control. */
function exchange(here: Element, coming: Element): void {
  const focused = here.contains(document.activeElement) ? nameOf(document.activeElement) : null
  bringIn(coming, here)
  if (focused === null) return
  const controls = [...coming.querySelectorAll<HTMLElement>('a[href], button, [tabindex]')]
  controls.find((control) => nameOf(control) === focused)?.focus({ preventScroll: true })
}

const isBusyIn = (here: Element): boolean =>
  here.querySelector(':is(input, textarea):not([readonly]):focus, select:focus, dialog[open]') !== null

/**
 * Puts the present content of this page in place of what is shown, where the two differ by their
 * `data-revision`, and not while somebody writes in it.
 */
export async function refill(signal: AbortSignal): Promise<void> {
  const { href } = location
  const page = document.hidden ? null : await fetchPage(href, signal).catch(() => null)
  const coming = page?.doc.querySelector<HTMLElement>('#main')
  const here = document.querySelector<HTMLElement>('#main')
  if (!coming || !here || signal.aborted || location.href !== href || isBusyIn(here)) return
  if (coming.dataset.revision !== here.dataset.revision) exchange(here, coming)
}
