import { useSignal } from '@preact/signals'
import { say } from '../../../../src/lib/language/say.ts'
import { announce } from '../../../lib/announce.ts'
import { api } from '../../../lib/api.ts'
import { inParts } from '../../../lib/in-parts.tsx'
import { Said } from '../../../lib/said.tsx'
import { troubleOf } from '../../../lib/trouble.ts'

export type SharedTrack = { id: string; title: string; artist: string | null }
export type OwnTrack = { id: string; title: string }

type SongsProps = {
  slug: string
  viewer: string
  isCreator: boolean
  shared: readonly SharedTrack[]
  mine: readonly OwnTrack[]
}

export function Songs({ slug, viewer, isCreator, shared, mine }: SongsProps) {
  const tracks = useSignal(shared)
  const chosen = useSignal(mine[0]?.id ?? '')
  const problem = useSignal('')
  const add = async () => {
    const { data, error } = await api['co-cassets']({ slug }).tracks.post({ trackId: chosen.value })
    problem.value = error ? troubleOf(error).text : ''
    if (error) return
    tracks.value = [...tracks.value, { id: data.track.id, title: data.track.title, artist: viewer }]
    announce(say('{title} is on the casset.', { title: data.track.title }))
  }
  const takeOff = async ({ id, title }: SharedTrack) => {
    const { error } = await api['co-cassets']({ slug }).tracks({ id }).delete()
    problem.value = error ? troubleOf(error).text : ''
    if (error) return
    tracks.value = tracks.value.filter((each) => each.id !== id)
    announce(say('{title} is removed from the casset.', { title }))
  }
  return (
    <section aria-labelledby="songs">
      <h2 id="songs">{say('Tracks')}</h2>
      {tracks.value.length === 0 && <p class="empty">{say('No tracks yet. Add the first one.')}</p>}
      <ol class="songs">
        {tracks.value.map((track) => (
          <li key={track.id}>
            <b dir="auto">{track.title}</b>
            {track.artist !== null && <span class="mono">@{track.artist}</span>}
            {(isCreator || track.artist === viewer) && (
              <button
                type="button"
                class="key needs-js"
                aria-label={say('Remove {title}', { title: track.title })}
                onClick={() => void takeOff(track)}
              >
                {say('Remove')}
              </button>
            )}
          </li>
        ))}
      </ol>
      {mine.length > 0 ? (
        <form
          class="form add-song"
          onSubmit={(event) => {
            event.preventDefault()
            void add()
          }}
        >
          <div class="field">
            <label for="song">{say('One of your tracks')}</label>
            <select id="song" onChange={({ currentTarget }) => (chosen.value = currentTarget.value)}>
              {mine.map(({ id, title }) => (
                <option key={id} value={id}>
                  {title}
                </option>
              ))}
            </select>
          </div>
          <button type="submit" class="key needs-js">
            {say('Put it on the casset')}
          </button>
        </form>
      ) : (
        <p class="hint">
          {inParts(say('Your own casset has no finished track yet. <a>Upload one</a>, then put it on this one.'), {
            a: (text) => <a href="/studio">{text}</a>,
          })}
        </p>
      )}
      <Said role="alert" class="problem">
        {problem}
      </Said>
    </section>
  )
}
