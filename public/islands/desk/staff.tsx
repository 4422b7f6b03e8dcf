import { useSignal } from '@preact/signals'
import type { Helper } from '../../../src/account/staff/model.ts'
import { announce } from '../../lib/announce.ts'
import { api } from '../../lib/api.ts'
import { asOwner } from '../../lib/as-owner.ts'
import { AskDialog } from '../../lib/ask-dialog.tsx'
import { Field, FormTrouble, SendForm, SendKey } from '../../lib/field.tsx'
import { focusOn } from '../../lib/focus-on.ts'
import { textOf, useForm } from '../../lib/form.ts'
import { troubleOf } from '../../lib/trouble.ts'
import { Choices } from './setup/choices.tsx'

export type HelpersProps = { helpers: readonly Helper[] }

const choices = [
  { value: 'moderation', label: 'People', about: 'Accounts, invitations, reports, taking things down.' },
  { value: 'money', label: 'Money', about: 'Sellers, sales, and files for accountants.' },
  { value: 'all', label: 'Everything', about: 'Both, and how the site is set up. Only you name helpers.' },
] as const

const wordOf = (helps: Helper['helps']) => choices.find(({ value }) => value === helps)?.label ?? helps

async function end({ userId }: Helper) {
  const { error, status } = await api.desk.helpers({ id: userId }).delete()
  return error && status !== 404 ? troubleOf(error) : null
}

/** Those who help at the desk: naming them, and ending it. */
export default function Helpers({ helpers }: HelpersProps) {
  const form = useForm('helper')
  const shown = useSignal(helpers)
  const chosen = useSignal<string>('moderation')
  const ending = useSignal<Helper | null>(null)
  const name = async (data: FormData, sheet: HTMLFormElement) => {
    const account = textOf(data, 'account').trim()
    if (form.refuseAny({ account: account === '' ? 'Write their handle or email address.' : '' })) return
    const helps = choices.find(({ value }) => value === chosen.value)?.value ?? 'moderation'
    const answer = await form.send(() => asOwner(() => api.desk.helpers.put({ account, helps })))
    if (!answer) return
    sheet.reset()
    const { helper } = answer.data
    shown.value = [...shown.value.filter(({ userId }) => userId !== helper.userId), helper]
    announce(`${helper.displayName} helps now.`)
  }
  return (
    <>
      <SendForm submit={(data, sheet) => void name(data, sheet)} aria-label="A helper">
        <Field
          form={form}
          name="account"
          label="Who"
          hint="The handle or the email address of an account here."
          autocomplete="off"
          spellcheck={false}
        />
        <Choices name="helps" legend="With what" chosen={chosen} choices={choices} />
        <FormTrouble form={form} fields={['account']} />
        <div class="acts">
          <SendKey form={form} label="Let them help" busyLabel="One moment…" />
        </div>
      </SendForm>
      <section aria-labelledby="helpers">
        <h2 id="helpers" tabIndex={-1}>
          Who helps
        </h2>
        {shown.value.length > 0 ? (
          <ul class="rows batches">
            {shown.value.map((each) => (
              <li key={each.userId}>
                <b dir="auto">{each.displayName}</b>
                <p class="mono">
                  @{each.handle} · {each.email}
                </p>
                <p>{wordOf(each.helps)}</p>
                <div class="acts">
                  <button
                    type="button"
                    class="key needs-js"
                    aria-label={`End the help of ${each.displayName}`}
                    onClick={() => {
                      ending.value = each
                    }}
                  >
                    End
                  </button>
                </div>
              </li>
            ))}
          </ul>
        ) : (
          <p class="empty">Nobody helps yet.</p>
        )}
      </section>
      <AskDialog
        about={ending}
        title={() => 'End this help?'}
        keep="Cancel"
        go="End"
        act={end}
        after={({ userId, displayName }) => {
          shown.value = shown.value.filter((each) => each.userId !== userId)
          announce(`${displayName} helps no longer.`)
          focusOn('#helpers')
        }}
      >
        {({ displayName }) => (
          <p>
            <b dir="auto">{displayName}</b> keeps an ordinary account, and cannot open the desk any more.
          </p>
        )}
      </AskDialog>
    </>
  )
}
