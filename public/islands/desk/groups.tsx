import { useSignal } from '@preact/signals'
import { say } from '../../../src/lib/language/say.ts'
import type { Desk } from '../../../src/operate/desk/model.ts'
import { api } from '../../lib/api.ts'
import { asOwner } from '../../lib/as-owner.ts'
import { redraw } from '../../lib/redraw.ts'
import { Changes } from './changes.tsx'
import { deskNow } from './desk-now.ts'
import { SettingsForm } from './settings-form.tsx'

export type GroupsProps = Desk

export default function Groups(first: GroupsProps) {
  const desk = useSignal<Desk>(first)
  const said = useSignal('')
  const changed = async () => {
    const next = await deskNow()
    if (next) {
      desk.value = next
      // Outside this island: the state of the site, and its name in the bar.
      await Promise.all(['.site-notes', '#bar .mark'].map(redraw))
    }
    said.value = next
      ? say('Saved. The site runs with it.')
      : say('Saved. The site is not at this address any more: open it at the address that you set, and sign in.')
  }
  const undo = async (id: string) => {
    const { error } = await asOwner(() => api.desk.changes({ id }).undo.post())
    if (error) return error
    await changed()
    return null
  }
  const groups = [...new Set(desk.value.settings.map(({ group }) => group))]
  return (
    <section class="desk-groups" aria-label={say('Settings')}>
      {groups.map((group) => (
        <SettingsForm
          key={`${group} ${desk.value.changes[0]?.id}`}
          group={group}
          settings={desk.value.settings.filter((each) => each.group === group)}
          changed={changed}
        />
      ))}
      <p role="status" class="hint">
        {said}
      </p>
      <Changes changes={desk.value.changes} undo={undo} />
    </section>
  )
}
