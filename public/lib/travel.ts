import { say } from '../../src/lib/language/say.ts'
import { goFully } from './go-fully.ts'
import { hasDrafts } from './save-state.ts'

/** On the way to another page: the browser shows its address already, and still the old page. */
export type Trip = {
  url: URL
  from: string
  signal: AbortSignal
  /** Scrolls to where the visitor was on that page, or to where its address points. */
  scroll(): void
  /** Takes the address back; absent where no page was left behind. */
  turnBack?(): void
}

/** Files, the API, a bank’s pages, and those of a sign-out or a secret link load in full. */
const loadsFully = /^\/(logout|setup|account\/verify|account\/email|api|a|theme|openapi|test-processor)(\/|$|\.)/

/** A document keeps its policy: where the payment has another one, its pages load in full too. */
const isApart = (path: string) =>
  loadsFully.test(path) || path.startsWith(document.documentElement.dataset.apart ?? ' ')

/** Whether going from one path to another replaces only `<main>`, so that the music plays on. */
export const isSoft = (from: string, to: string): boolean => !isApart(to) && !isApart(from)

export const mayLeave = (): boolean =>
  !hasDrafts() || confirm(say('Some changes are not saved. Leave this page anyway?'))

export async function travel(trip: Trip): Promise<void> {
  const code = await import('./show-page.ts').catch(() => null)
  if (trip.signal.aborted) return
  if (code) await code.showPage(trip)
  else goFully(trip.url.href, 'replace')
}
