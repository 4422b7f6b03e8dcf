import { useSignal } from '@preact/signals'
import { say } from '../../../../src/lib/language/say.ts'
import type { DeskSetting } from '../../../../src/operate/desk/model.ts'
import { type Form, fieldId } from '../../../lib/form.ts'
import { notesOf, SettingNotes } from './setting-notes.tsx'

// The chooser begins with the accent of pages without a colour.
const usual = '#b03f00'

export function SiteColor({ form, setting }: { form: Form; setting: DeskSetting }) {
  const { name, label, value, setBy } = setting
  const chosen = useSignal(value)
  const choose = (color: string | null) => {
    chosen.value = color
    form.forgive(name)
  }
  return (
    <fieldset class="field colours" disabled={setBy === 'environment'}>
      <legend>{label}</legend>
      <input type="hidden" name={name} value={chosen.value ?? ''} />
      <div class="colour">
        <label>
          <input
            type="color"
            id={fieldId(form, name)}
            aria-describedby={notesOf(form, name)}
            value={chosen.value ?? usual}
            data-unset={chosen.value === null ? 'accent' : undefined}
            onInput={({ currentTarget }) => choose(currentTarget.value)}
          />
          <span class="mono">{chosen.value ?? say('The usual one ## a colour')}</span>
        </label>
        {chosen.value !== null && setBy !== 'environment' && (
          <button type="button" class="link needs-js" onClick={() => choose(null)}>
            {say('Back to the usual one ## a colour')}
          </button>
        )}
      </div>
      <SettingNotes form={form} setting={setting} />
    </fieldset>
  )
}
