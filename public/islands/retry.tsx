import { useEffect } from 'preact/hooks'

const reload = () => location.reload()

/** Loads the page again, at a press or when the connection is back, unless its reader is on the way to another one. */
export default function Retry() {
  useEffect(() => {
    let isLeft = false
    const leave = () => {
      isLeft = true
    }
    const comeBack = () => {
      if (!isLeft) reload()
    }
    addEventListener('beforeunload', leave)
    addEventListener('online', comeBack)
    return () => {
      removeEventListener('beforeunload', leave)
      removeEventListener('online', comeBack)
    }
  }, [])
  return (
    <button type="button" class="key go needs-js" onClick={reload}>
      Try again
    </button>
  )
}
