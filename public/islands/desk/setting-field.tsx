import type { DeskSetting } from '../../../src/operate/desk/model.ts'
import { type Form, fieldId, problemOf } from '../../lib/form.ts'

type SettingFieldProps = { form: Form; setting: DeskSetting }

/** The input of a setting. A setting from the environment is shown and cannot be changed. */
export function SettingField({ form, setting }: SettingFieldProps) {
  const { name, label, hint, kind, choices, value, setBy } = setting
  const id = fieldId(form, name)
  const problem = problemOf(form, name)
  const isFixed = setBy === 'environment'
  const common = {
    id,
    name,
    disabled: isFixed,
    'aria-invalid': problem !== '' || undefined,
    'aria-describedby': `${id}-hint ${id}-problem`,
    onInput: () => form.forgive(name),
  }
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <div class="line">
        {kind === 'choice' && (
          <select {...common} defaultValue={value ?? ''}>
            <option value="" selected={value === null}>
              Not set
            </option>
            {choices.map((choice) => (
              <option key={choice} selected={choice === value}>
                {choice}
              </option>
            ))}
          </select>
        )}
        {kind === 'text' && <textarea {...common} rows={6} defaultValue={value ?? ''} />}
        {kind === 'line' && (
          <input {...common} type="text" defaultValue={value ?? ''} autocomplete="off" spellcheck={false} />
        )}
        {kind === 'secret' && (
          <input
            {...common}
            type="password"
            autocomplete="off"
            placeholder={setBy === null ? '' : 'Set. Write another to replace it.'}
          />
        )}
      </div>
      {kind === 'secret' && setBy === 'desk' && (
        <label class="check">
          <input type="checkbox" name={`${name}-forget`} /> Forget it
        </label>
      )}
      <p class="hint" id={`${id}-hint`}>
        {isFixed ? `Set by the environment, as ${name}: change it there.` : hint}
      </p>
      <p class="problem" id={`${id}-problem`}>
        {problem}
      </p>
    </div>
  )
}
