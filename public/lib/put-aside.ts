import { isSignedIn } from './pending-press.ts'

/**
 * A browser may keep a page that is left, and show it again on the way back. That page is then
 * loaded anew, unless it was a stranger's and nobody has signed in since (rule: put-aside).
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
