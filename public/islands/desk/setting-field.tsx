import { useRef } from 'preact/hooks'
import { say } from '../../../src/lib/language/say.ts'
import type { DeskSetting } from '../../../src/operate/desk/model.ts'
import { type Form, fieldId, problemOf } from '../../lib/form.ts'
import { SiteLanguages } from './site-languages.tsx'
import { SitePicture } from './site-picture.tsx'

type SettingFieldProps = {
  form: Form
  setting: DeskSetting
  mayForget?: boolean
}

/** The words for the choices of settings; each means the same in all of them. */
const wordsOf = (): Readonly<Record<string, string>> => ({
  on: say('On ## a setting'),
  off: say('Off'),
  stripe: 'Stripe',
  test: say('Only try it out'),
  open: say('Everybody'),
  invite: say('Whom I invite'),
  closed: say('Nobody'),
  approved: say('Whom I approve'),
})

export function SettingField({ form, setting, mayForget = false }: SettingFieldProps) {
  const { name, label, hint, kind, choices, value, setBy, isMissing, draft } = setting
  const id = fieldId(form, name)
  const problem = problemOf(form, name)
  const isFixed = setBy === 'environment'
  const area = useRef<HTMLTextAreaElement>(null)
  if (kind === 'picture') return <SitePicture form={form} setting={setting} />
  if (kind === 'languages') return <SiteLanguages form={form} setting={setting} />
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
              {say('Not set')}
            </option>
            {choices.map((choice) => (
              <option key={choice} value={choice} selected={choice === value}>
                {wordsOf()[choice] ?? choice}
              </option>
            ))}
          </select>
        )}
        {kind === 'text' && <textarea {...common} ref={area} rows={6} defaultValue={value ?? ''} />}
        {kind === 'line' && (
          <input {...common} type="text" defaultValue={value ?? ''} autocomplete="off" spellcheck={false} />
        )}
        {kind === 'secret' && (
          <input
            {...common}
            type="password"
            autocomplete="off"
            placeholder={setBy === null ? '' : say('Set. Write another to replace it.')}
          />
        )}
      </div>
      {mayForget && kind === 'secret' && (setBy === 'desk' || isMissing) && (
        <label class="check">
          <input type="checkbox" name={`${name}-forget`} /> {say('Remove it ## a setting')}
        </label>
      )}
      {draft !== null && value === null && !isFixed && (
        <div class="acts">
          <button
            type="button"
            class="link needs-js"
            onClick={() => {
              if (area.current) area.current.value = draft
            }}
          >
            {say('Begin with a draft')}
          </button>
        </div>
      )}
      {isMissing && <p class="problem">{say('It was set here before and is lost. Write it again, or remove it.')}</p>}
      <p class="hint" id={`${id}-hint`}>
        {isFixed ? say('Set by the environment, as {name}: change it there.', { name }) : hint}
      </p>
      <p class="problem" id={`${id}-problem`}>
        {problem}
      </p>
    </div>
  )
}
