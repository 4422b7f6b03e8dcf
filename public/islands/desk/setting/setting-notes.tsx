import { say } from '../../../../src/lib/language/say.ts'
import type { DeskSetting } from '../../../../src/operate/desk/model.ts'
import { type Form, fieldId, problemOf } from '../../../lib/form.ts'

/** The ids of a field's notes, for aria-describedby. */
export const notesOf = (form: Form, name: string): string =>
  ['hint', 'problem'].map((kind) => `${fieldId(form, name)}-${kind}`).join(' ')

/** Says what a setting means, or that it is not set here; and what is wrong with it. */
export function SettingNotes({ form, setting }: { form: Form; setting: DeskSetting }) {
  const { name, hint, setBy, isMissing } = setting
  const id = fieldId(form, name)
  return (
    <>
      {isMissing && <p class="problem">{say('It was set here before and is lost. Write it again, or remove it.')}</p>}
      <p class="hint" id={`${id}-hint`}>
        {setBy === 'environment' ? say('Set by the environment, as {name}: change it there.', { name }) : hint}
      </p>
      <p class="problem" id={`${id}-problem`}>
        {problemOf(form, name)}
      </p>
    </>
  )
}

/** Stands in the empty field of a secret that is set. */
export const secretHint = ({ setBy }: DeskSetting): string =>
  setBy === 'desk' ? say('Set. Write another to replace it.') : setBy === null ? '' : '••••••••'

/** To remove a secret, of which an empty field says nothing. */
export const ForgetBox = ({ name }: { name: string }) => (
  <label class="check">
    <input type="checkbox" name={`${name}-forget`} /> {say('Remove it ## a setting')}
  </label>
)
