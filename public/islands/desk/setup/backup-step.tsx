import { useSignal } from '@preact/signals'
import { say } from '../../../../src/lib/language/say.ts'
import type { Desk, Health } from '../../../../src/operate/desk/model.ts'
import { api } from '../../../lib/api.ts'
import { FormTrouble, SendForm, SendKey } from '../../../lib/field.tsx'
import { textOf, useForm } from '../../../lib/form.ts'
import { troubleOf } from '../../../lib/trouble.ts'
import { Backups } from '../backups.tsx'
import { changeOf, saveSettings } from '../save-settings.tsx'
import { SettingField } from '../setting-field.tsx'
import { settingIn } from './step-form.tsx'

export type BackupProps = { desk: Desk; first: Health['backups'] }

export default function BackupStep({ desk, first }: BackupProps) {
  const form = useForm('setup-backup')
  const backups = useSignal(first)
  const said = useSignal('')
  const [to, passphrase] = [settingIn(desk, 'BACKUP_TO'), settingIn(desk, 'BACKUP_PASSPHRASE')]
  if (backups.value.place !== null) return <Backups first={backups.value} />
  const save = async (data: FormData) => {
    const [place, secret] = [textOf(data, 'BACKUP_TO').trim(), textOf(data, 'BACKUP_PASSPHRASE').trim()]
    if (form.refuseAny({ BACKUP_TO: place === '' ? say('Write a folder, best on another disk.') : '' })) return
    const written = [to && changeOf(to, place), passphrase && secret !== '' && changeOf(passphrase, secret)]
    const changes = written.flatMap((each) => each || [])
    if (!(await saveSettings(form, changes, data))) return
    const { error } = await api.desk.backup.post()
    const { data: health } = await api.desk.health.get()
    said.value = error ? troubleOf(error).text : ''
    if (health) backups.value = health.backups
  }
  return (
    <SendForm submit={(data) => void save(data)} aria-label={say('Nightly backup')}>
      <h2>{say('A backup each night')}</h2>
      {to && <SettingField form={form} setting={to} />}
      {passphrase && <SettingField form={form} setting={passphrase} />}
      <FormTrouble form={form} fields={['BACKUP_TO', 'BACKUP_PASSPHRASE']} />
      <p role="status" class="hint">
        {said}
      </p>
      <div class="acts">
        <SendKey form={form} label={say('Back up each night')} busyLabel={say('Saving…')} />
      </div>
    </SendForm>
  )
}
