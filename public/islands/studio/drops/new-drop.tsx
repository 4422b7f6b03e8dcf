import { useSignal } from '@preact/signals'
import type { Campaign } from '../../../../src/drop/view/model.ts'
import { say } from '../../../../src/lib/language/say.ts'
import { dayMs } from '../../../../src/lib/time/calendar.ts'
import { api } from '../../../lib/api.ts'
import { AreaField } from '../../../lib/area-field.tsx'
import { Field, FormTrouble, SendForm, SendKey } from '../../../lib/field.tsx'
import { fieldId, textOf, useForm } from '../../../lib/form.ts'
import { go } from '../../../lib/go.ts'

export type TrackChoice = { hookId: string; title: string }
export type NewDropProps = { tracks: readonly TrackChoice[]; drop: Campaign | null }

const fields = ['title', 'brief', 'endsAt', 'winners', 'split', 'minAccountAgeDays', 'terms']
const termsHint = () =>
  say(
    'Who may take part (age, country), which law applies and where it is void. You are responsible for them: many places have laws about contests.',
  )

const endOf = (day: string) => new Date(`${day}T23:59:59`)
const inTwoWeeks = () => new Date(Date.now() + 14 * dayMs).toISOString().slice(0, 10)

export default function NewDrop({ tracks, drop }: NewDropProps) {
  const form = useForm('drop')
  const isWhole = drop === null || drop.state === 'DRAFT'
  const winners = useSignal(drop?.winners ?? 1)
  const save = async (data: FormData) => {
    const title = textOf(data, 'title').trim()
    if (isWhole && title === '') return form.refuse('title', say('Give it a title.'))
    const terms = textOf(data, 'terms').trim()
    if (terms === '') return form.refuse('terms', say('Write the terms: a drop does not open without them.'))
    const unclaimed = textOf(data, 'unclaimed') === 'BACK' ? ('BACK' as const) : ('NEXT' as const)
    if (!isWhole) return send(() => api.campaign({ id: drop.id }).patch({ terms, unclaimed }))
    const day = textOf(data, 'endsAt')
    // An unchanged day is still the same moment, wherever its artist is now.
    const end = drop && day === drop.endsAt.slice(0, 10) ? new Date(drop.endsAt) : endOf(day)
    if (Number.isNaN(end.getTime())) return form.refuse('endsAt', say('Choose its last day.'))
    const split = textOf(data, 'split')
      .split(/[\s,;/]+/)
      .filter(Boolean)
      .map(Number)
    if (split.some(Number.isNaN)) return form.refuse('split', say('Write percents, like 50, 30, 20.'))
    const age = textOf(data, 'minAccountAgeDays').trim()
    if (!/^\d{0,3}$/.test(age) || Number(age) > 365) {
      return form.refuse('minAccountAgeDays', say('Write a number of days, from 0 to 365.'))
    }
    const body = {
      title,
      brief: textOf(data, 'brief').trim(),
      hookId: textOf(data, 'hookId'),
      endsAt: end.toISOString(),
      winners: winners.value,
      split,
      minAccountAgeDays: Number(age),
      terms,
      unclaimed,
    }
    return send(() => (drop ? api.campaign({ id: drop.id }).patch(body) : api.campaigns.post(body)))
  }
  const send = async (
    call: () => ReturnType<typeof api.campaigns.post> | ReturnType<ReturnType<typeof api.campaign>['patch']>,
  ) => {
    const answer = await form.send<{ campaign: Campaign }>(call)
    if (answer) go(`/studio/drops/${answer.data.campaign.id}`)
  }
  return (
    <SendForm submit={save}>
      {isWhole && (
        <>
          <Field
            form={form}
            name="title"
            label={say('Title')}
            defaultValue={drop?.title ?? ''}
            autocomplete="off"
            required
          />
          <div class="field">
            <label for={fieldId(form, 'hookId')}>{say('Track')}</label>
            <select id={fieldId(form, 'hookId')} name="hookId">
              {tracks.map(({ hookId, title }) => (
                <option key={hookId} value={hookId} selected={hookId === drop?.hook.id}>
                  {title}
                </option>
              ))}
            </select>
          </div>
          <AreaField
            form={form}
            name="brief"
            label={say('Brief')}
            rows={4}
            hint={say('What you would like to see or hear.')}
            defaultValue={drop?.brief ?? ''}
          />
          <Field
            form={form}
            name="endsAt"
            type="date"
            label={say('Last day')}
            defaultValue={drop ? drop.endsAt.slice(0, 10) : inTwoWeeks()}
            hint={say('Within 90 days. After it you have seven days to choose winners.')}
          />
          <div class="field">
            <label for={fieldId(form, 'winners')}>{say('Winners')}</label>
            <select
              id={fieldId(form, 'winners')}
              name="winners"
              value={winners.value}
              onChange={({ currentTarget }) => {
                winners.value = Number(currentTarget.value)
              }}
            >
              {Array.from({ length: 10 }, (_, index) => (
                <option key={index} value={index + 1} selected={index + 1 === winners.value}>
                  {index + 1}
                </option>
              ))}
            </select>
          </div>
          <Field
            key={winners.value}
            form={form}
            name="split"
            label={say('Each winner’s share in percent, best first')}
            defaultValue={(drop?.winners === winners.value ? drop.split : usualSplit(winners.value)).join(', ')}
            inputMode="text"
            autocomplete="off"
            hint={say('With commas between them; they add up to 100.')}
          />
          <Field
            form={form}
            name="minAccountAgeDays"
            label={say('Minimum age of an account in days')}
            inputMode="numeric"
            autocomplete="off"
            defaultValue={String(drop?.minAccountAgeDays ?? 0)}
            hint={say('0 lets everybody take part.')}
          />
        </>
      )}
      <AreaField
        form={form}
        name="terms"
        label={say('Terms')}
        rows={6}
        hint={termsHint()}
        defaultValue={drop?.terms ?? ''}
      />
      <div class="field">
        <label for={fieldId(form, 'unclaimed')}>{say('A prize that nobody takes')}</label>
        <select id={fieldId(form, 'unclaimed')} name="unclaimed">
          <option value="NEXT" selected={drop?.unclaimed !== 'BACK'}>
            {say('goes to the clip that comes next')}
          </option>
          <option value="BACK" selected={drop?.unclaimed === 'BACK'}>
            {say('comes back to you')}
          </option>
        </select>
        <p class="hint">
          {say('When a winner gives the prize up, deletes the account, or does not take it within a year.')}
        </p>
      </div>
      <FormTrouble form={form} fields={fields} />
      <div class="acts">
        <SendKey form={form} label={drop ? say('Save') : say('Make the drop')} busyLabel={say('Saving…')} />
      </div>
    </SendForm>
  )
}

/** Returns the initial percents: halves down to the last two, which are equal. */
function usualSplit(winners: number): number[] {
  const parts = Array.from({ length: winners }, (_, index) => Math.floor(100 / 2 ** (index + 1)) || 1)
  const rest = 100 - parts.reduce((sum, part) => sum + part, 0)
  return parts.map((part, index) => (index === 0 ? part + rest : part))
}
