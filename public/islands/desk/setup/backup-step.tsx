import { useSignal } from '@preact/signals'
import { say } from '../../../../src/lib/language/say.ts'
import type { Desk, Health } from '../../../../src/operate/desk/model.ts'
import { api } from '../../../lib/api.ts'
import { FormTrouble, SendForm, SendKey } from '../../../lib/field.tsx'
import { useForm } from '../../../lib/form.ts'
import { Said } from '../../../lib/said.tsx'
import { troubleOf } from '../../../lib/trouble.ts'
import { Backups } from '../backups.tsx'
import { AnywayBox, changesIn, fieldsOf, saveSettings } from '../setting/save-settings.tsx'
import { SettingFields } from '../setting/setting-fields.tsx'

export type BackupProps = { desk: Desk; first: Health['backups'] }

export default function BackupStep({ desk, first }: BackupProps) {
  const form = useForm('setup-backup')
  const backups = useSignal(first)
  const said = useSignal('')
  const settings = desk.settings.filter(({ name }) => /^BACKUP_(?:TO|PASSPHRASE)$/.test(name))
  if (backups.value.place !== null) return <Backups first={backups.value} />
  const save = async (data: FormData) => {
    const required = { BACKUP_TO: say('Write a folder, best on another disk.') }
    const changes = changesIn(form, data, { settings, required })
    if (!changes) return
    if (!(await saveSettings(form, changes, data))) return
    const { error } = await api.desk.backup.post()
    const { data: health } = await api.desk.health.get()
    said.value = error ? troubleOf(error).text : ''
    if (health) backups.value = health.backups
  }
  return (
    <SendForm submit={(data) => void save(data)} aria-label={say('Nightly backup')}>
      <h2>{say('A backup each night')}</h2>
      <SettingFields form={form} settings={settings} />
      <AnywayBox form={form} />
      <FormTrouble form={form} fields={fieldsOf(settings)} />
      <Said class="hint">{said}</Said>
      <div class="acts">
        <SendKey form={form} label={say('Back up each night')} busyLabel={say('Saving…')} />
      </div>
    </SendForm>
  )
}
