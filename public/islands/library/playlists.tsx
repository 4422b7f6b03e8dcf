import { longest } from '../../../src/lib/longest.ts'
import { api } from '../../lib/api.ts'
import { Field, FormTrouble, SendForm, SendKey } from '../../lib/field.tsx'
import { lengthOf, textOf, useForm } from '../../lib/form.ts'
import { goFully } from '../../lib/go-fully.ts'

/** The form that makes a playlist, and opens it. */
export default function Playlists() {
  const form = useForm('playlists')
  const make = async (data: FormData) => {
    const name = textOf(data, 'name').trim()
    if (name === '') return form.refuse('name', 'Give the playlist a name.')
    if (lengthOf(name) > longest.playlistName) {
      return form.refuse('name', `Use at most ${longest.playlistName} characters.`)
    }
    const answer = await form.send(() => api.playlists.post({ name }))
    if (answer) goFully(`/library/playlists/${answer.data.id}`)
  }
  return (
    <SendForm class="form needs-js" submit={(data) => void make(data)}>
      <Field form={form} name="name" label="Name of a new playlist" autocomplete="off" required />
      <FormTrouble form={form} fields={['name']} />
      <div class="acts">
        <SendKey form={form} label="Make it" busyLabel="Making…" />
      </div>
    </SendForm>
  )
}
