import { useEffect } from 'preact/hooks'
import { say } from '../../src/lib/language/say.ts'

const reload = () => location.reload()
const stayOffline = () => removeEventListener('online', reload)

/**
 * Loads the page again, at a press or when the connection is back, unless its reader is on the way
 * to another one.
 */
export default function Retry() {
  useEffect(() => {
    addEventListener('online', reload)
    addEventListener('beforeunload', stayOffline)
    return () => {
      stayOffline()
      removeEventListener('beforeunload', stayOffline)
    }
  }, [])
  return (
    <button type="button" class="key go needs-js" onClick={reload}>
      {say('Try again')}
    </button>
  )
}
