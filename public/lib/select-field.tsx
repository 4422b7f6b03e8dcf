import { say } from '../../src/lib/language/say.ts'
import { type Form, fieldId, problemOf } from './form.ts'

type SelectFieldProps = {
  form: Form
  name: string
  label: string
  /** In the order of their names; typing the first letters of one chooses it. */
  options: readonly { code: string; name: string }[]
  chosen?: string
  autocomplete?: string
  /** It begins unchosen, where none is. */
  required?: boolean
}

export function SelectField({ form, name, label, options, chosen, autocomplete, required }: SelectFieldProps) {
  const id = fieldId(form, name)
  const problem = problemOf(form, name)
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <div class="line">
        <select
          id={id}
          name={name}
          autocomplete={autocomplete}
          aria-required={required}
          aria-invalid={problem !== ''}
          aria-describedby={`${id}-problem`}
          onInput={() => form.forgive(name)}
        >
          {required && <option value="">{say('Choose…')}</option>}
          {options.map((option) => (
            <option key={option.code} value={option.code} selected={option.code === chosen}>
              {option.name}
            </option>
          ))}
        </select>
      </div>
      <p class="problem" id={`${id}-problem`}>
        {problem}
      </p>
    </div>
  )
}
