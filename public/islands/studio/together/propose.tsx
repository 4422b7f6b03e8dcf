import { useSignal } from '@preact/signals'
import { measureText } from '../../../../src/lib/language/formats.ts'
import { say } from '../../../../src/lib/language/say.ts'
import { api } from '../../../lib/api.ts'
import { Field, FormTrouble, SendForm, SendKey } from '../../../lib/field.tsx'
import { textOf, useForm } from '../../../lib/form.ts'
import { Said } from '../../../lib/said.tsx'
import type { Sharing } from './co-casset.tsx'

const percentIn = (text: string): number => Number(text.trim().replace(',', '.').replace('%', '') || Number.NaN)

const percentText = (percent: number | undefined): string => (percent === undefined ? '' : measureText(percent))

export function Propose({ sharing: { coCasset, viewer } }: { sharing: Sharing }) {
  const form = useForm('splits')
  const { slug, members, splits } = coCasset.value
  const total = useSignal(
    members.reduce((sum, { handle }) => sum + Math.round((splits.percents[handle] ?? 0) * 100), 0),
  )
  const isAlone = members.length === 1
  const read = (data: FormData) =>
    members.map(({ handle }) => [handle, percentIn(textOf(data, `splits.${handle}`))] as const)
  const propose = async (data: FormData) => {
    const parts = read(data)
    const wrong = parts.find(([, percent]) => !(percent > 0))
    if (wrong) return form.refuse(`splits.${wrong[0]}`, say('A part is a number above 0.'))
    const answer = await form.send(() => api['co-cassets']({ slug }).splits.post({ splits: Object.fromEntries(parts) }))
    if (answer) coCasset.value = answer.data.coCasset
  }
  if (isAlone) return null
  return (
    <details class="fold">
      <summary>{say('Propose other splits')}</summary>
      <SendForm
        key={members.map(({ handle }) => handle).join()}
        class="form splits-form"
        onInput={({ currentTarget }) => {
          const parts = read(new FormData(currentTarget))
          total.value = parts.reduce((sum, [, percent]) => sum + Math.round((percent || 0) * 100), 0)
        }}
        submit={propose}
      >
        {members.map(({ handle, displayName }) => (
          <Field
            key={handle}
            form={form}
            name={`splits.${handle}`}
            label={handle === viewer ? say('{displayName} (you)', { displayName }) : displayName}
            inputMode="decimal"
            autocomplete="off"
            defaultValue={percentText(splits.percents[handle])}
            beside={<span class="mono">%</span>}
          />
        ))}
        <Said class="mono">{say('{total} of 100 percent', { total: measureText(total.value / 100) })}</Said>
        <FormTrouble form={form} fields={members.map(({ handle }) => `splits.${handle}`)} />
        <div class="acts">
          <SendKey form={form} label={say('Propose')} busyLabel={say('Sending…')} />
        </div>
      </SendForm>
    </details>
  )
}
