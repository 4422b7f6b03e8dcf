import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import type { DeskSetting } from '../../../src/operate/desk/model.ts'
import { api } from '../../lib/api.ts'
import { asOwner } from '../../lib/as-owner.ts'
import { FormTrouble, SendForm, SendKey } from '../../lib/field.tsx'
import { textOf, useForm } from '../../lib/form.ts'
import { SettingField } from './setting-field.tsx'
import { Trials } from './trials.tsx'

type SettingsFormProps = {
  group: DeskSetting['group']
  settings: readonly DeskSetting[]
  changed: () => Promise<void>
}

/** The place of a group on the page: /desk#email opens it. */
const idOf = (group: string) => group.toLowerCase()

const openAsked = (details: HTMLDetailsElement | null) => {
  if (!details || location.hash !== `#${details.id}`) return
  details.open = true
  details.scrollIntoView()
}

/** The settings of one part of the desk, folded until they are opened. */
export function SettingsForm({ group, settings, changed }: SettingsFormProps) {
  const form = useForm(`desk-${group.toLowerCase()}`)
  const problem = useSignal('')
  const mayInsist = /\banyway\b/.test(form.trouble.value?.text ?? '')
  const box = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    const open = () => openAsked(box.current)
    open()
    addEventListener('hashchange', open)
    return () => removeEventListener('hashchange', open)
  }, [])
  const free = settings.filter(({ setBy }) => setBy !== 'environment')
  const save = async (data: FormData) => {
    const changes = free.flatMap(({ name, kind, value, change }) => {
      const written = textOf(data, name).trim()
      if (kind === 'secret') {
        if (data.has(`${name}-forget`)) return [{ name, value: null, change }]
        return written === '' ? [] : [{ name, value: written, change }]
      }
      return written === (value ?? '') ? [] : [{ name, value: written === '' ? null : written, change }]
    })
    problem.value = changes.length === 0 ? 'Nothing was changed.' : ''
    if (changes.length === 0) return
    const anyway = data.has('anyway') ? { anyway: true } : {}
    const answer = await form.send(() => asOwner(() => api.desk.settings.patch({ settings: changes, ...anyway })))
    if (answer) await changed()
  }
  return (
    <details class="desk-group" id={idOf(group)} ref={box}>
      <summary>{group}</summary>
      <SendForm submit={(data) => void save(data)} aria-label={group}>
        {settings.map((setting) => (
          <SettingField key={setting.name} form={form} setting={setting} />
        ))}
        {mayInsist && (
          <label class="check">
            <input type="checkbox" name="anyway" /> Set it anyway
          </label>
        )}
        <FormTrouble form={form} fields={settings.map(({ name }) => name)} />
        <p class="hint" role="status">
          {problem}
        </p>
        <div class="acts">
          <SendKey form={form} label="Save" busyLabel="Saving…" />
          <Trials group={group} />
        </div>
      </SendForm>
    </details>
  )
}
