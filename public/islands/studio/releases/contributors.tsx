import { useSignal } from '@preact/signals'
import type { Contributor } from '../../../../src/release/shape.ts'
import { FormTrouble, SendForm, SendKey } from '../../../lib/field.tsx'
import { textOf, useForm } from '../../../lib/form.ts'
import type { ReleaseState } from './state.ts'

const nobody: Contributor = { name: '', role: '', share: null, isni: null, handle: null }
const percent = (share: number | null) => (share === null ? '' : String(share / 100))

/** Who had a part in a release, with what they did and their share. */
export function Contributors({ state }: { state: ReleaseState }) {
  const form = useForm('contributors')
  const rows = useSignal(state.release.value.contributors.map((person, key) => ({ key, person })))
  const said = useSignal('')
  const submit = async (data: FormData) => {
    said.value = ''
    const contributors: Contributor[] = []
    for (const [index, { key }] of rows.value.entries()) {
      const text = (name: string) => textOf(data, `${key}.${name}`).trim()
      const share = text('share') === '' ? null : Math.round(Number(text('share').replace(',', '.')) * 100)
      const at = `contributors.${index}`
      if (text('name') === '') return form.refuse(`${at}.name`, 'Enter a name, or remove the line.')
      if (text('role') === '') return form.refuse(`${at}.role`, 'Say what they did.')
      if (share !== null && !(share >= 0 && share <= 10_000)) {
        return form.refuse(`${at}.share`, 'Enter a number from 0 to 100.')
      }
      const handle = text('handle').replace(/^@/, '').toLowerCase() || null
      contributors.push({ name: text('name'), role: text('role'), share, handle, isni: text('isni') || null })
    }
    const answer = await form.send(() => state.change({ contributors }))
    if (answer) said.value = 'Saved'
  }
  const add = () => {
    const key = Math.max(-1, ...rows.value.map((row) => row.key)) + 1
    rows.value = [...rows.value, { key, person: nobody }]
  }
  const shown = rows.value.flatMap((_, index) =>
    ['name', 'role', 'share', 'handle', 'isni'].map((name) => `contributors.${index}.${name}`),
  )
  return (
    <SendForm class="form wide" submit={submit}>
      {rows.value.length === 0 && <p class="empty">Nobody yet. Name who wrote, played, recorded and mixed it.</p>}
      {rows.value.map(({ key, person }, index) => (
        <fieldset key={key} class="contributor">
          <legend>Person {index + 1}</legend>
          <Line form={form} row={key} index={index} name="name" label="Name" value={person.name} />
          <Line form={form} row={key} index={index} name="role" label="What they did" value={person.role} />
          <Line form={form} row={key} index={index} name="share" label="Share in %" value={percent(person.share)} />
          <Line form={form} row={key} index={index} name="handle" label="Handle here" value={person.handle ?? ''} />
          <Line form={form} row={key} index={index} name="isni" label="ISNI" value={person.isni ?? ''} />
          <button
            type="button"
            class="key needs-js"
            aria-label={`Remove person ${index + 1}`}
            onClick={() => {
              rows.value = rows.value.filter((row) => row.key !== key)
            }}
          >
            Remove
          </button>
        </fieldset>
      ))}
      <FormTrouble form={form} fields={shown} />
      <div class="acts">
        <button type="button" class="key needs-js" onClick={add}>
          Add a person
        </button>
        <SendKey form={form} label="Save people" busyLabel="Saving…" />
        <span class="hand said" role="status">
          {said}
        </span>
      </div>
    </SendForm>
  )
}

type LineProps = {
  form: ReturnType<typeof useForm>
  row: number
  index: number
  name: string
  label: string
  value: string
}

/** A field of a person. Its name has the row's key, which stays when a row before it is removed. */
function Line({ form, row, index, name, label, value }: LineProps) {
  const isWrong = form.trouble.value?.field === `contributors.${index}.${name}`
  const id = `${form.id}-contributors-${index}-${name}`
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <div class="line">
        <input
          id={id}
          name={`${row}.${name}`}
          autocomplete="off"
          defaultValue={value}
          aria-invalid={isWrong || undefined}
          aria-describedby={`${id}-problem`}
        />
      </div>
      <p class="problem" id={`${id}-problem`}>
        {isWrong ? form.trouble.value?.text : ''}
      </p>
    </div>
  )
}
