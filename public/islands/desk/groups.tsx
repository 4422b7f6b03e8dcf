import { useSignal } from '@preact/signals'
import { languageOf } from '../../../src/lib/language/languages.ts'
import { currentLanguage, say } from '../../../src/lib/language/say.ts'
import type { Desk, SiteNote } from '../../../src/operate/desk/model.ts'
import { api } from '../../lib/api.ts'
import { asOwner } from '../../lib/as-owner.ts'
import { redraw } from '../../lib/redraw.ts'
import { Changes } from './changes.tsx'
import { deskNow } from './desk-now.ts'
import { SettingsForm } from './settings-form.tsx'

export type GroupsProps = { desk: Desk; notes: readonly SiteNote[] }

/** Whether the site still speaks the language of this page. */
function speaksHere({ settings }: Desk): boolean {
  const set = settings.find(({ name }) => name === 'LANGUAGES')?.value
  return !set || set.split(',').some((each) => languageOf(each) === currentLanguage())
}

export default function Groups(first: GroupsProps) {
  const desk = useSignal<Desk>(first.desk)
  const notes = useSignal(first.notes)
  const turn = useSignal(0)
  const look = async () => {
    const { data } = await api.desk.notes.get()
    if (data) notes.value = data
  }
  const changed = async () => {
    const next = await deskNow()
    if (!next)
      return say('Saved. The site is not at this address any more: open it at the address that you set, and sign in.')
    desk.value = next
    if (!speaksHere(next)) location.reload()
    void look()
    // Outside this island: the name of the site.
    void redraw('#bar .mark')
    return say('Saved. The site runs with it.')
  }
  const undo = async (id: string) => {
    const { error } = await asOwner(() => api.desk.changes({ id }).undo.post())
    if (error) return { error }
    const said = await changed()
    turn.value += 1
    return { error: null, said }
  }
  const groups = [...new Set(desk.value.settings.map(({ group }) => group))]
  return (
    <section class="desk-groups" aria-label={say('Settings')}>
      {groups.map((group) => (
        <SettingsForm
          key={`${group} ${turn}`}
          group={group}
          settings={desk.value.settings.filter((each) => each.group === group)}
          notes={notes.value.filter((each) => each.group === group)}
          look={look}
          changed={changed}
        />
      ))}
      <Changes changes={desk.value.changes} undo={undo} />
    </section>
  )
}
