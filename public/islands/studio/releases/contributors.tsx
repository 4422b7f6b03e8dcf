import { useSignal } from '@preact/signals'
import { measureText } from '../../../../src/lib/language/formats.ts'
import { say } from '../../../../src/lib/language/say.ts'
import type { Contributor } from '../../../../src/release/shape.ts'
import { FormTrouble } from '../../../lib/field.tsx'
import { problemOf, textOf, useForm } from '../../../lib/form.ts'
import { SavedForm, storeChanges, useSaver } from '../../../lib/saved-form.tsx'
import type { Trouble } from '../../../lib/trouble.ts'
import type { ReleaseState } from './state.ts'

const nobody: Contributor = { name: '', role: '', share: null, isni: null, handle: null }
const percent = (share: number | null) => (share === null ? '' : measureText(share / 100))

/** Errors in the row that has the focus are not shown yet. */
function peopleOf(data: FormData, keys: readonly number[], focused: number | null) {
  const people: Contributor[] = []
  const faults: Trouble[] = []
  let isWhole = true
  for (const [index, key] of keys.entries()) {
    const text = (name: string) => textOf(data, `${key}.${name}`).trim()
    const share = text('share') === '' ? null : Math.round(Number(text('share').replace(',', '.')) * 100)
    const refuse = (name: string, problem: string) => {
      isWhole = false
      if (key !== focused) faults.push({ field: `contributors.${index}.${name}`, text: problem })
    }
    if (text('name') === '') refuse('name', say('Enter a name, or remove the line.'))
    if (text('role') === '') refuse('role', say('Say what they did.'))
    if (share !== null && !(share >= 0 && share <= 10_000)) refuse('share', say('Enter a number from 0 to 100.'))
    const handle = text('handle').replace(/^@/, '').toLowerCase() || null
    people.push({ name: text('name'), role: text('role'), share, handle, isni: text('isni') || null })
  }
  return { people: isWhole ? people : null, faults }
}

const sameText = (person: Contributor) =>
  JSON.stringify([person.name, person.role, person.share, person.handle, person.isni])
const isSame = (some: readonly Contributor[], others: readonly Contributor[]) =>
  some.length === others.length && some.every((person, index) => sameText(person) === sameText(others[index] ?? nobody))

const focusedRow = () => {
  const row = document.activeElement?.closest<HTMLElement>('[data-person]')?.dataset.person
  return row === undefined ? null : Number(row)
}

/** Stored when a person is filled in. */
export function Contributors({ state }: { state: ReleaseState }) {
  const form = useForm('contributors')
  const rows = useSignal(state.release.value.contributors.map((person, key) => ({ key, person })))
  const saver = useSaver(form, (data) => {
    const keys = rows.value.map(({ key }) => key)
    const { people, faults } = peopleOf(data, keys, focusedRow())
    const isChanged = people !== null && !isSame(people, state.release.value.contributors)
    return storeChanges({ changes: isChanged ? { contributors: people } : null, faults }, state.change)
  })
  const add = () => {
    const key = Math.max(-1, ...rows.value.map((row) => row.key)) + 1
    rows.value = [...rows.value, { key, person: nobody }]
  }
  const shown = rows.value.flatMap((_, index) =>
    ['name', 'role', 'share', 'handle', 'isni'].map((name) => `contributors.${index}.${name}`),
  )
  return (
    <SavedForm form={form} saver={saver}>
      {rows.value.length === 0 && (
        <p class="empty">{say('Nobody yet. Name who wrote, played, recorded and mixed it.')}</p>
      )}
      {rows.value.map(({ key, person }, index) => (
        <fieldset key={key} class="contributor" data-person={key} onFocusOut={saver.save}>
          <legend>{say('Person {number}', { number: index + 1 })}</legend>
          <Line form={form} row={key} index={index} name="name" label={say('Name')} value={person.name} />
          <Line form={form} row={key} index={index} name="role" label={say('What they did')} value={person.role} />
          <Line
            form={form}
            row={key}
            index={index}
            name="share"
            label={say('Share in %')}
            value={percent(person.share)}
          />
          <Line
            form={form}
            row={key}
            index={index}
            name="handle"
            label={say('Handle here')}
            value={person.handle ?? ''}
          />
          <Line form={form} row={key} index={index} name="isni" label="ISNI" value={person.isni ?? ''} />
          <button
            type="button"
            class="key needs-js"
            aria-label={say('Remove person {number}', { number: index + 1 })}
            onClick={() => {
              rows.value = rows.value.filter((row) => row.key !== key)
              saver.save()
            }}
          >
            {say('Remove')}
          </button>
        </fieldset>
      ))}
      <FormTrouble form={form} fields={shown} />
      <div class="acts">
        <button type="button" class="key needs-js" onClick={add}>
          {say('Add a person')}
        </button>
      </div>
    </SavedForm>
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
  const problem = problemOf(form, `contributors.${index}.${name}`)
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
          aria-invalid={problem !== ''}
          aria-describedby={`${id}-problem`}
        />
      </div>
      <p class="problem" id={`${id}-problem`}>
        {problem}
      </p>
    </div>
  )
}
