import { ownJson } from './own-json.ts'
import { tabStore } from './store.ts'
import { isSoft, mayLeave, travel } from './travel.ts'

/** How far the page of an entry of the history was scrolled, by the entry's number. */
type Places = Map<number, readonly [x: number, y: number]>

const placesKey = 'tapedeck.places'

function readPlaces(): Places {
  try {
    const stored: [number, readonly [number, number]][] = ownJson(tabStore.read(placesKey) ?? '[]')
    return new Map(stored)
  } catch {
    return new Map()
  }
}

const addressOf = ({ pathname, search }: URL | Location): string => pathname + search

/** Numbers the present entry of the history. */
const number = (entry: number) => history.replaceState({ ...Object(history.state), entry }, '')

function numberOf(state: unknown): number | undefined {
  const entry: unknown = Reflect.get(Object(state), 'entry')
  return typeof entry === 'number' ? entry : undefined
}

function scrollTarget(hash: string): void {
  const target = hash ? document.getElementById(hash.slice(1)) : null
  if (target) target.scrollIntoView({ behavior: 'instant' })
  else scrollTo({ left: 0, top: 0, behavior: 'instant' })
}

const isPlainClick = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent) =>
  button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey

const isHere = (target: string) => target === '' || target === '_self'

/** Where a form leads that only asks, with what is written in it; null for one that sends. */
function askedUrl(form: HTMLFormElement, key: HTMLElement | null): URL | null {
  const of = (name: string) => key?.getAttribute(`form${name}`) ?? form.getAttribute(name) ?? ''
  if (!/^(get)?$/i.test(of('method')) || !isHere(of('target'))) return null
  const url = new URL(of('action') || location.href, location.href)
  const fields = new URLSearchParams()
  for (const [name, value] of new FormData(form, key))
    fields.append(name, typeof value === 'string' ? value : value.name)
  url.search = fields.toString()
  url.hash = ''
  return url
}

/**
 * Does what the Navigation API does, for browsers without it: Safari before 26.2, Firefox before
 * 147. To be called once.
 */
export function navigateByHistory(): void {
  const places = readPlaces()
  // The next entry of a tab has the number of those before it.
  let shown = numberOf(history.state) ?? history.length
  let address = addressOf(location)
  let trip: AbortController | undefined
  let isTurningBack = false
  /** The entry of the page that is still shown, while the address is that of one on its way. */
  let left: { entry: number; href: string } | undefined
  number(shown)

  const notePlace = () => {
    // A page that did not come in time was never scrolled.
    if (!trip) places.set(shown, [scrollX, scrollY])
  }

  const turn = (steps: number) => {
    isTurningBack = true
    history.go(steps)
  }

  function turnBack(): void {
    if (left && left.entry !== shown) turn(left.entry - shown)
    else if (left) {
      history.replaceState({ entry: shown }, '', left.href)
      address = addressOf(location)
    }
    left = undefined
  }

  async function open(url: URL, from: string, scroll: () => void): Promise<void> {
    trip?.abort()
    const mine = new AbortController()
    trip = mine
    address = addressOf(url)
    const arrive = () => {
      left = undefined
      scroll()
    }
    await travel({ url, from, signal: mine.signal, scroll: arrive, turnBack }).finally(() => {
      if (trip === mine) trip = undefined
    })
  }

  function follow(event: Event, url: URL, isInstead = false): void {
    const from = location.pathname
    if (url.origin !== location.origin || !isSoft(from, url.pathname)) {
      if (isInstead) {
        event.preventDefault()
        location.replace(url)
      }
      return
    }
    if (url.href.includes('#') && addressOf(url) === addressOf(location)) {
      notePlace()
      return
    }
    event.preventDefault()
    if (!mayLeave()) return
    // Without this a browser scrolls the page that is still shown on the way back.
    history.scrollRestoration = 'manual'
    left ??= { entry: shown, href: location.href }
    if (isInstead || url.href === location.href) history.replaceState({ entry: shown }, '', url)
    else {
      notePlace()
      shown += 1
      // The entries after this one are gone, that of the page that is shown among them.
      left.entry = Math.min(left.entry, shown)
      places.delete(shown)
      history.pushState({ entry: shown }, '', url)
    }
    void open(url, from, () => scrollTarget(url.hash))
  }

  window.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (event.defaultPrevented || !isPlainClick(event) || !link?.href) return
    if (!isHere(link.target) || link.hasAttribute('download')) return
    follow(event, new URL(link.href), link.dataset.history === 'replace')
  })
  window.addEventListener('submit', (event) => {
    if (event.defaultPrevented || !(event.target instanceof HTMLFormElement)) return
    const url = askedUrl(event.target, event.submitter)
    if (url) follow(event, url)
  })
  window.addEventListener('popstate', ({ state }) => {
    const [before, from] = [shown, address]
    const entry = numberOf(state)
    if (entry === undefined) {
      // The browser has gone to a part of the page, whose entry is new.
      shown += 1
      return number(shown)
    }
    if (!isTurningBack) notePlace()
    shown = entry
    if (isTurningBack) {
      isTurningBack = false
      address = addressOf(location)
      return
    }
    const scroll = () => {
      const [left, top] = places.get(entry) ?? [0, 0]
      scrollTo({ left, top, behavior: 'instant' })
    }
    if (addressOf(location) === address) return scroll()
    if (!mayLeave()) return turn(before - entry)
    const { href, pathname } = new URL(from, location.href)
    left ??= { entry: before, href }
    void open(new URL(location.href), pathname, scroll)
  })
  addEventListener('pagehide', () => {
    notePlace()
    tabStore.write(placesKey, JSON.stringify([...places]))
    // Loading in full is the browser's again.
    history.scrollRestoration = 'auto'
  })
}
