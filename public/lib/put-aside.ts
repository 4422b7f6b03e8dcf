import { isSignedIn } from './pending-press.ts'

/**
 * A browser may keep a page as it was left and show it again on the way back. By then somebody else
 * may be signed in, or nobody: such a page is loaded anew (rule: put-aside).
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
