import { announce } from '../../../lib/announce.ts'
import { Field, FormTrouble, SendForm, SendKey } from '../../../lib/field.tsx'
import { textOf, useForm } from '../../../lib/form.ts'
import type { ModerationState } from './moderation-state.ts'

/** The form that names a moderator by their handle (rule: moderators). */
export function NameModerator({ state }: { state: ModerationState }) {
  const form = useForm('name-moderator')
  const name = async (data: FormData, sheet: HTMLFormElement) => {
    const handle = textOf(data, 'handle').trim().replace(/^@/, '').toLowerCase()
    if (handle === '') return form.refuse('handle', 'Enter the handle of somebody with an account here.')
    if (form.busy.value) return
    form.busy.value = true
    const trouble = await state.changeMember(handle, { moderator: true })
    form.busy.value = false
    if (trouble) return form.refuse('handle', trouble.text)
    form.trouble.value = null
    sheet.reset()
    announce(`@${handle} moderates your room now.`)
  }
  return (
    <SendForm aria-label="Name a moderator" submit={name}>
      <Field
        form={form}
        name="handle"
        label="Name a moderator"
        placeholder="@ada"
        hint="By their handle. Moderators do all that you do in the room, but name no others."
        autocapitalize="none"
        autocomplete="off"
        spellcheck={false}
        required
        beside={<SendKey form={form} label="Name" busyLabel="Naming…" />}
      />
      <FormTrouble form={form} fields={['handle']} />
    </SendForm>
  )
}
