import type { Campaign } from '../../../src/drop/view/model.ts'
import { say } from '../../../src/lib/language/say.ts'
import { api } from '../../lib/api.ts'
import { FormTrouble, SendForm, SendKey } from '../../lib/field.tsx'
import { useForm } from '../../lib/form.ts'
import { go } from '../../lib/go.ts'

export type DeclineProps = { id: string; artist: string; unclaimed: Campaign['unclaimed'] }

export default function Decline({ id, artist, unclaimed }: DeclineProps) {
  const form = useForm('decline')
  const decline = async () => {
    if (await form.send(() => api.campaign({ id }).decline.post({}))) go(`/drops/${id}`, 'replace')
  }
  return (
    <details class="change">
      <summary>{say('Give the prize up')}</summary>
      <SendForm submit={decline}>
        <p>
          {unclaimed === 'NEXT'
            ? say('It goes to the clip that comes next. You cannot take that back.')
            : say('It goes back to {artist}. You cannot take that back.', { artist })}
        </p>
        <FormTrouble form={form} fields={[]} />
        <div class="acts">
          <SendKey form={form} label={say('Give it up for good')} busyLabel={say('Giving it up…')} look="bad" />
        </div>
      </SendForm>
    </details>
  )
}
