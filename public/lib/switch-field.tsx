import { type Form, fieldId } from './form.ts'

type SwitchFieldProps = { form: Form; name: string; label: string; hint: string; defaultChecked: boolean }

/** A switch of a form, with what it means below it. */
export function SwitchField({ form, name, label, hint, defaultChecked }: SwitchFieldProps) {
  const hintId = `${fieldId(form, name)}-hint`
  return (
    <>
      <label class="switch">
        <input type="checkbox" name={name} defaultChecked={defaultChecked} aria-describedby={hintId} />
        {label}
      </label>
      <p class="hint" id={hintId}>
        {hint}
      </p>
    </>
  )
}
