import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { say } from '../../src/lib/language/say.ts'
import { api } from '../lib/api.ts'

/** The browser asks for the number of listeners, which is never part of a kept page. */
export default function Door({ slug }: { slug: string }) {
  const listeners = useSignal(0)
  useEffect(() => {
    const look = async () => {
      if (document.visibilityState === 'hidden') return
      const { data } = await api.casset({ slug }).listeners.get()
      if (data) listeners.value = data.listeners
    }
    void look()
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [slug])
  return (
    <a class="key" href={`/@${slug}/sideb`}>
      {say('Live room')}{' '}
      {listeners.value > 0 && (
        <span class="mono">
          {say('{listeners, plural, one {# here} other {# here}} ## people in the room', {
            listeners: listeners.value,
          })}
        </span>
      )}
    </a>
  )
}
