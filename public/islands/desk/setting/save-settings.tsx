import { say } from '../../../../src/lib/language/say.ts'
import type { DeskSetting } from '../../../../src/operate/desk/model.ts'
import { api } from '../../../lib/api.ts'
import { asOwner } from '../../../lib/as-owner.ts'
import { type Form, textOf } from '../../../lib/form.ts'
import { mailServerFields, mailServerIn } from './mail-server.tsx'

/** A new value, null for none; refused where somebody else has changed the setting since. */
type Change = { name: string; value: string | null; change: string | null }

type Written = { value?: string | null; faults: Readonly<Record<string, string>> }

type Asked = {
  settings: readonly DeskSetting[]
  /** Texts about fields that are empty and may not be. */
  required?: Readonly<Record<string, string>>
  /** Whether a choice that holds already is an answer, and is kept. */
  isAnswer?: boolean
}

/** Returns what a form changes; null where a field is wrong, which is then shown. */
export function changesIn(form: Form, data: FormData, { settings, required = {}, isAnswer = false }: Asked) {
  const lacking = Object.entries(required).filter(([name]) => data.has(name) && textOf(data, name).trim() === '')
  const written = settings
    .filter(({ name, setBy }) => setBy !== 'environment' && (data.has(name) || data.has(`${name}.host`)))
    .map((setting) => ({ setting, ...writtenIn(setting, data, isAnswer) }))
  const faults = Object.assign({}, ...written.map((each) => each.faults), Object.fromEntries(lacking))
  if (form.refuseAny(faults)) return null
  return written.flatMap(({ setting: { name, change }, value }): Change[] =>
    value === undefined ? [] : [{ name, value, change }],
  )
}

function writtenIn(setting: DeskSetting, data: FormData, isAnswer: boolean): Written {
  const { name, kind, value, standard } = setting
  if (data.has(`${name}-forget`)) return { value: null, faults: {} }
  if (kind === 'mail-server') return mailServerIn(setting, data)
  const written = textOf(data, name).trim() || null
  const isKept = written === value || (kind === 'secret' && written === null)
  if (isKept || (!isAnswer && value === null && written === standard)) return { faults: {} }
  const isWhole = kind !== 'address' || written === null || /^https?:\/\/\S+$/.test(written)
  return { value: written, faults: isWhole ? {} : { [name]: say('Write it with https:// in front.') } }
}

/** Returns the names of the fields of settings, which show their errors themselves. */
export const fieldsOf = (settings: readonly DeskSetting[]): string[] =>
  settings.flatMap(({ name, kind }) => (kind === 'mail-server' ? [name, ...mailServerFields(name)] : [name]))

export const saveSettings = (form: Form, settings: Change[], data: FormData) =>
  form.send(() => asOwner(() => api.desk.settings.patch({ settings, ...(data.has('anyway') ? { anyway: true } : {}) })))

export const AnywayBox = ({ form }: { form: Form }) =>
  form.trouble.value?.anyway ? (
    <label class="check">
      <input type="checkbox" name="anyway" /> {say('Set it anyway')}
    </label>
  ) : null
