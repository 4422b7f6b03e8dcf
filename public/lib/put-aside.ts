import { isSignedIn } from './pending-press.ts'

/**
 * Going back, a browser may show a page as it was left. It is loaded anew then, except where nobody
 * was signed in on it and nobody is now (rule: put-aside).
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
