import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { say } from '../../src/lib/language/say.ts'
import { alongPath } from '../../src/lib/music/party.ts'
import { spokenHour, wallClock } from '../../src/lib/time/spoken-hour.ts'
import { timeLeft } from '../../src/lib/time/time-left.ts'
import type { PartyShape } from '../../src/room/party/model.ts'
import { api } from '../lib/api.ts'
import { Said } from '../lib/said.tsx'
import { browserStore } from '../lib/store.ts'
import { troubleOf } from '../lib/trouble.ts'

export type PartyProps = { slug: string; artist: string; party: PartyShape; nowMs: number }

/** A page asks seldom, as the hour may be moved; from the hour on often, and ever less often. */
const waitMs = 45_000
const lookMs = 3_000
const lateForLook = 10

const keyOf = (id: string) => `tapedeck.party.${id}` as const

/** A party of a tape as it waits, is on, or has ended; it counts by the clock of the site. */
export default function Party({ slug, artist, ...begun }: PartyProps) {
  const party = useSignal(begun.party)
  const now = useSignal(begun.nowMs)
  const here = useSignal<string | null>(null)
  const isGuest = useSignal(false)
  const problem = useSignal('')
  const comeIn = useRef<HTMLAnchorElement>(null)
  const { id, startsAt, zone, state, ending, guests, opensTracks } = party.value
  const at = Date.parse(startsAt)

  useEffect(() => {
    here.value = Intl.DateTimeFormat().resolvedOptions().timeZone
    isGuest.value = browserStore.read(keyOf(id)) !== null
    let base = begun.nowMs - performance.now()
    let nextLookMs = 0
    const lateMs = () => performance.now() + base - Date.parse(party.value.startsAt)
    const everyMs = () =>
      party.value.state === 'announced' && lateMs() >= 0 ? Math.min(waitMs, lookMs + lateMs() / lateForLook) : waitMs
    // People who wait together do not all ask in the same second.
    const pace = 0.5 + Math.random()
    const spread = (ms: number) => performance.now() + ms * pace
    const look = async () => {
      nextLookMs = spread(everyMs())
      const { data, status } = await api.casset({ slug }).party.get()
      // Its tape was taken down or hidden.
      if (status === 404) party.value = { ...party.value, state: 'over', ending: 'hidden' }
      if (!data) return
      base = Date.parse(data.now) - performance.now()
      party.value = data.party
    }
    const ticking = setInterval(() => {
      now.value = base + performance.now()
      nextLookMs = Math.min(nextLookMs, spread(everyMs()))
      if (party.value.state !== 'over' && performance.now() > nextLookMs) void look()
    }, 1_000)
    const comeBack = () => {
      if (!document.hidden) void look()
    }
    void look()
    document.addEventListener('visibilitychange', comeBack)
    return () => {
      clearInterval(ticking)
      document.removeEventListener('visibilitychange', comeBack)
    }
  }, [])

  const wasState = useRef(state)
  useEffect(() => {
    if (wasState.current === 'announced' && state === 'on' && !document.hidden) comeIn.current?.click()
    wasState.current = state
  }, [state])

  const press = async () => {
    const known = browserStore.read(keyOf(id))
    const key = known ?? newKey()
    const comes = known === null
    const { data, error } = await api.casset({ slug }).party.guests.post({ key, comes })
    problem.value = error ? troubleOf(error).text : ''
    if (!data) return
    browserStore.write(keyOf(id), comes ? key : null)
    isGuest.value = comes
    party.value = { ...party.value, guests: data.guests }
  }
  const own = here.value
  return (
    <section class="party stack" aria-label={say('Listening party')}>
      {state === 'announced' && (
        <>
          <p class="mono left">{at > now.value ? timeLeft(at - now.value) : say('It begins any moment.')}</p>
          <p>
            <b>
              <time dateTime={startsAt}>{spokenHour(at, zone, now.value)}</time> ({zone})
            </b>
          </p>
          {own !== null && wallClock(at, own) !== wallClock(at, zone) && (
            <p>{say('That is {hour} where you are.', { hour: spokenHour(at, own, now.value) })}</p>
          )}
        </>
      )}
      {opensTracks && state !== 'over' && (
        <p>{say('If you ordered it, you hear all of it at the party: sign in before.')}</p>
      )}
      {state === 'over' && <Said>{endText(party.value, artist)}</Said>}
      <div class="acts">
        {state === 'announced' && (
          <>
            <button
              type="button"
              class={isGuest.value ? 'key down needs-js' : 'key go needs-js'}
              aria-pressed={isGuest.value}
              onClick={() => void press()}
            >
              {say('I’ll be there')}
            </button>
            <a class="key" href={`/api/casset/${slug}/party.ics`}>
              {say('Add to your calendar')}
            </a>
          </>
        )}
        {state === 'on' && (
          <a ref={comeIn} class="key go" href={alongPath(slug)}>
            {say('Come in')}
          </a>
        )}
        {(ending === 'over' || ending === 'ended') && (
          <a class="key" href={`/@${slug}/sideb`}>
            {say('Read what was said')}
          </a>
        )}
      </div>
      {guests > 0 && state === 'announced' && (
        <p class="mono">{say('{guests, plural, one {# person} other {# people}} will be there', { guests })}</p>
      )}
      <Said role="alert" class="problem">
        {problem}
      </Said>
    </section>
  )
}

function endText({ ending, hostCame }: PartyShape, artist: string): string {
  if (ending === 'calledOff') return say('The party was called off.')
  if (ending === 'missed' || ending === 'hidden') return say('The party could not take place.')
  if (!hostCame)
    return say('{artist} could not come, so the record played without them. Thanks for listening.', { artist })
  return say('The party is over. Thanks for listening.')
}

/** Returns a new random key: 16 bytes in base64url. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}
