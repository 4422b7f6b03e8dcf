import { isSignedIn } from './pending-press.ts'

/**
 * A page that the browser puts aside and shows again on the way back is a page like any other: it
 * is whoever is signed in by then that it is for (rule: put-aside).
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
