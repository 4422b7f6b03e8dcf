import { isSignedIn } from './pending-press.ts'

/**
 * Loads a page again that the browser shows as it was left, on the way back, unless nobody was
 * signed in then and nobody is now (rule: put-aside).
 */
export function reconcileReturn(): void {
  window.addEventListener('pagehide', ({ persisted }) => {
    // Not even for a moment is it seen by somebody else.
    if (persisted && isSignedIn()) document.documentElement.hidden = true
  })
  window.addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return
    if (isSignedIn()) location.reload()
    else void import('./still-stranger.ts').then(({ reloadIfSignedIn }) => reloadIfSignedIn()).catch(() => {})
  })
}
