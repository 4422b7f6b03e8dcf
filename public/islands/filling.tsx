import { useEffect } from 'preact/hooks'
import { fetchPage } from '../lib/page-cache.ts'

const everyMs = 1_500

const nameOf = (element: Element | null) => element?.getAttribute('aria-label') ?? element?.getAttribute('href') ?? null

/** The focus stays on the same control. */
function exchange(here: Element, coming: Element): void {
  const focused = here.contains(document.activeElement) ? nameOf(document.activeElement) : null
  here.replaceWith(document.adoptNode(coming))
  if (focused === null) return
  const controls = [...coming.querySelectorAll<HTMLElement>('a[href], button, [tabindex]')]
  controls.find((control) => nameOf(control) === focused)?.focus({ preventScroll: true })
}

/** For pages whose content the server is still making. */
async function refill(signal: AbortSignal): Promise<void> {
  const { href } = location
  const page = document.hidden ? null : await fetchPage(href, signal).catch(() => null)
  const coming = page?.doc.querySelector<HTMLElement>('#main')
  const here = document.querySelector<HTMLElement>('#main')
  if (!coming || !here || signal.aborted || location.href !== href) return
  if (coming.dataset.revision !== here.dataset.revision) exchange(here, coming)
}

/** Tells that the page is filling, and fills it. A complete page comes without this island. */
export default function Filling({ text }: { text: string }) {
  useEffect(() => {
    const left = new AbortController()
    const timer = setInterval(() => void refill(left.signal), everyMs)
    return () => {
      clearInterval(timer)
      left.abort()
    }
  }, [])
  return <p class="filling">{text}</p>
}
