import { useSignal } from '@preact/signals'
import { say } from '../../../src/lib/language/say.ts'
import { longest } from '../../../src/lib/text/longest.ts'
import { api } from '../../lib/api.ts'
import { Field, FormTrouble, SendForm, SendKey } from '../../lib/field.tsx'
import { lengthFault, textOf, useForm } from '../../lib/form.ts'
import { inParts } from '../../lib/in-parts.tsx'
import { refusedPress } from '../../lib/refused-press.ts'
import { SlipDialog } from '../../lib/slip-dialog.tsx'
import { showToast } from '../../lib/toast.ts'
import { fetchCues } from '../../player/fetch-cues.ts'
import type { Cue, Tape } from '../../player/state.ts'

export type AddToPlaylistProps = {
  tape: Tape
  /** The purchase whose tracks they are; without one, those on the tape's page. */
  purchaseId?: string
}

type Offer = { cues: readonly Cue[]; lists: readonly { id: string; name: string }[] }

export default function AddToPlaylist({ tape, purchaseId }: AddToPlaylistProps) {
  const offer = useSignal<Offer | null>(null)
  const press = async () => {
    const [{ error, cues }, lists] = await Promise.all([fetchCues(tape, purchaseId), api.playlists.get()])
    if (error) return refusedPress(error)
    if (lists.error) return refusedPress(lists.error)
    offer.value = { cues, lists: lists.data.playlists }
  }
  return (
    <>
      <button type="button" class="link needs-js" onClick={() => void press()}>
        {inParts(say('Add to a playlist<span> – {name}</span>', { name: tape.name }), {
          span: (text) => <span class="sr">{text}</span>,
        })}
      </button>
      <SlipDialog about={offer} title={() => say('Add to a playlist')}>
        {(open) => (
          <Choice
            {...open}
            onDone={() => {
              offer.value = null
            }}
          />
        )}
      </SlipDialog>
    </>
  )
}

const newList = 'new'

function Choice({ cues, lists, onDone }: Offer & { onDone: () => void }) {
  const form = useForm('add-to-playlist')
  const to = useSignal(lists[0]?.id ?? newList)
  const add = async (data: FormData) => {
    const trackIds = data.getAll('track').map(String)
    if (trackIds.length === 0) return form.refuse(null, say('Choose at least one track.'))
    const name = textOf(data, 'name').trim()
    if (to.value === newList) {
      if (name === '') return form.refuse('name', say('Give the playlist a name.'))
      const fault = lengthFault(name, longest.playlistName)
      if (fault !== '') return form.refuse('name', fault)
      const made = await form.send(() => api.playlists.post({ name }))
      if (!made) return
      to.value = made.data.id
    }
    const answer = await form.send(() => api.playlists({ id: to.value }).tracks.post({ trackIds }))
    if (!answer) return
    const { added } = answer.data
    onDone()
    showToast(
      added === 0
        ? say('These tracks are already on the playlist.')
        : say('Added {tracks, plural, one {# track} other {# tracks}} to your playlist.', { tracks: added }),
    )
  }
  return (
    <SendForm submit={(data) => void add(data)}>
      <fieldset class="picked-tracks">
        <legend>{say('Tracks')}</legend>
        {cues.map(({ id, title }) => (
          <label key={id}>
            <input type="checkbox" name="track" value={id} defaultChecked /> <span dir="auto">{title}</span>
          </label>
        ))}
      </fieldset>
      <div class="field">
        <label for="playlist-to">{say('Playlist')}</label>
        <select
          id="playlist-to"
          value={to.value}
          onChange={({ currentTarget }) => {
            to.value = currentTarget.value
          }}
        >
          {lists.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
          <option value={newList}>{say('A new playlist')}</option>
        </select>
      </div>
      {to.value === newList && (
        <Field form={form} name="name" label={say('Name of the new playlist')} autocomplete="off" required />
      )}
      <FormTrouble form={form} fields={['name']} />
      <div class="acts">
        <button type="button" class="key" onClick={onDone}>
          {say('Cancel')}
        </button>
        <SendKey form={form} label={say('Add')} busyLabel={say('Adding…')} />
      </div>
    </SendForm>
  )
}
