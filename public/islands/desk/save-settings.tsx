import { say } from '../../../src/lib/language/say.ts'
import type { DeskSetting } from '../../../src/operate/desk/model.ts'
import { api } from '../../lib/api.ts'
import { asOwner } from '../../lib/as-owner.ts'
import type { Form } from '../../lib/form.ts'

/** Returns the change of a setting to a value, refused where somebody else has changed it since. */
export const changeOf = ({ name, change }: DeskSetting, value: string | null) => ({ name, value, change })

export const saveSettings = (form: Form, settings: ReturnType<typeof changeOf>[], data: FormData) =>
  form.send(() => asOwner(() => api.desk.settings.patch({ settings, ...(data.has('anyway') ? { anyway: true } : {}) })))

export const AnywayBox = ({ form }: { form: Form }) =>
  form.trouble.value?.anyway ? (
    <label class="check">
      <input type="checkbox" name="anyway" /> {say('Set it anyway')}
    </label>
  ) : null
