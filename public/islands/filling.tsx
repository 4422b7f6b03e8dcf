import { useEffect } from 'preact/hooks'
import { refill } from '../lib/refill.ts'

const everyMs = 1_500

/** Tells that the page is filling, and fills it. A complete page comes without this island. */
export default function Filling({ text }: { text: string }) {
  useEffect(() => {
    const left = new AbortController()
    const timer = setInterval(() => void refill(left.signal), everyMs)
    return () => {
      clearInterval(timer)
      left.abort()
    }
  }, [])
  return <p class="filling">{text}</p>
}
