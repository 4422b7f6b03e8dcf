import { say } from '../../src/lib/language/say.ts'
import { type Form, fieldId, problemOf } from './form.ts'

type CountryFieldProps = {
  form: Form
  name: string
  label: string
  /** In the order of their names; typing the first letters of one chooses it. */
  places: readonly { code: string; name: string }[]
}

export function CountryField({ form, name, label, places }: CountryFieldProps) {
  const id = fieldId(form, name)
  const problem = problemOf(form, name)
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <div class="line">
        <select
          id={id}
          name={name}
          autocomplete="country"
          aria-required="true"
          aria-invalid={problem !== ''}
          aria-describedby={`${id}-problem`}
          onInput={() => form.forgive(name)}
        >
          <option value="">{say('Choose…')}</option>
          {places.map((place) => (
            <option key={place.code} value={place.code}>
              {place.name}
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
