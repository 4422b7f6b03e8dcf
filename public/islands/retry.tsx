import { useEffect } from 'preact/hooks'

const reload = () => location.reload()

/** Loads the page again, at a press or when the connection is back. */
export default function Retry() {
  useEffect(() => {
    addEventListener('online', reload)
    return () => removeEventListener('online', reload)
  }, [])
  return (
    <button type="button" class="key go needs-js" onClick={reload}>
      Try again
    </button>
  )
}
