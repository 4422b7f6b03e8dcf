import { useEffect } from 'preact/hooks'
import { say } from '../../src/lib/language/say.ts'

const reload = () => location.reload()

const firstWaitMs = 1_000
const mostWaitMs = 30_000

/**
 * Loads the page again, at a press or when the connection is back, unless its reader is on the way
 * to another one. A browser may say that it is online before it reaches anybody, and says it once:
 * so the site is asked from time to time.
 */
export default function Retry() {
  useEffect(() => {
    const leaving = new AbortController()
    const { signal } = leaving
    const ask = async () => {
      for (let waitMs = firstWaitMs; !signal.aborted; waitMs = Math.min(2 * waitMs, mostWaitMs)) {
        await new Promise((resolve) => setTimeout(resolve, waitMs))
        const answer = navigator.onLine && (await fetch('/healthz', { signal }).catch(() => null))
        if (answer && !signal.aborted) reload()
      }
    }
    void ask()
    const stay = () => leaving.abort()
    addEventListener('online', reload, { signal })
    addEventListener('beforeunload', stay)
    return () => {
      stay()
      removeEventListener('beforeunload', stay)
    }
  }, [])
  return (
    <button type="button" class="key go needs-js" onClick={reload}>
      {say('Try again')}
    </button>
  )
}
