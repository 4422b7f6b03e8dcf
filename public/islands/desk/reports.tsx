import { useSignal } from '@preact/signals'
import type { Report } from '../../../src/operate/moderation/report-model.ts'
import { announce } from '../../lib/announce.ts'
import { api } from '../../lib/api.ts'
import { AreaField } from '../../lib/area-field.tsx'
import { Day } from '../../lib/day.tsx'
import { FormTrouble, SendForm, SendKey } from '../../lib/field.tsx'
import { focusOn } from '../../lib/focus-on.ts'
import { textOf, useForm } from '../../lib/form.ts'

/** A report, with its kind and its reason in words. */
export type ShownReport = Report & { kindText: string; reasonText: string }

/** The things that are reported, each with the ways to decide. */
export default function Reports({ reports }: { reports: readonly ShownReport[] }) {
  const shown = useSignal(reports)
  if (shown.value.length === 0) return <p class="empty">Nothing waits for a decision.</p>
  return (
    <ul class="rows decisions">
      {shown.value.map((report) => (
        <ReportRow
          key={report.id}
          report={report}
          onDismissed={() => {
            shown.value = shown.value.filter(({ id }) => id !== report.id)
            announce('It stays, and those who reported it are told.')
            focusOn('#reports')
          }}
        />
      ))}
    </ul>
  )
}

function ReportRow({ report, onDismissed }: { report: ShownReport; onDismissed: () => void }) {
  const { id, kind, thingId, title, path, text, reporter, others, createdAt } = report
  const form = useForm(`dismiss-${id}`)
  const dismiss = async (data: FormData) => {
    const answer = textOf(data, 'answer')
    if (form.refuseAny({ answer: answer.trim() === '' ? 'Say why it stays.' : '' })) return
    if (await form.send(() => api.desk.reports({ id }).dismiss.post({ answer }))) onDismissed()
  }
  return (
    <li>
      <p>
        <a href={path} dir="auto">
          {title}
        </a>{' '}
        ({report.kindText})
      </p>
      {text !== '' && (
        <blockquote class="said" dir="auto">
          {text}
        </blockquote>
      )}
      <p class="hint">
        <b>{report.reasonText}</b> · reported by {reporter === null ? 'a guest' : `@${reporter}`} on{' '}
        <Day iso={createdAt} />
        {others > 0 && ` · ${others} more`}
      </p>
      <p class="acts">
        <a class="key" href={`/desk/decide?of=${kind}:${thingId}`}>
          Take down<span class="sr">: {title}</span>
        </a>
      </p>
      <details class="needs-js">
        <summary>
          Leave it<span class="sr">: {title}</span>
        </summary>
        <SendForm submit={(data) => void dismiss(data)} aria-label={`Leaving ${title} as it is`}>
          <AreaField form={form} name="answer" label="Why it stays" hint="Whoever reported it reads this." rows={3} />
          <FormTrouble form={form} fields={['answer']} />
          <div class="acts">
            <SendKey form={form} label="Leave it as it is" busyLabel="One moment…" />
          </div>
        </SendForm>
      </details>
    </li>
  )
}
