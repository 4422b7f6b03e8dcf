import { useSignal } from '@preact/signals'
import type { Helper } from '../../../src/account/staff/model.ts'
import { say } from '../../../src/lib/language/say.ts'
import { announce } from '../../lib/announce.ts'
import { api } from '../../lib/api.ts'
import { asOwner } from '../../lib/as-owner.ts'
import { AskDialog } from '../../lib/ask-dialog.tsx'
import { Field, FormTrouble, SendForm, SendKey } from '../../lib/field.tsx'
import { focusOn } from '../../lib/focus-on.ts'
import { textOf, useForm } from '../../lib/form.ts'
import { inParts } from '../../lib/in-parts.tsx'
import { troubleOf } from '../../lib/trouble.ts'
import { Choices } from './setting/choices.tsx'

export type HelpersProps = { helpers: readonly Helper[] }

const choices = () =>
  [
    { value: 'moderation', label: say('People'), about: say('Accounts, invitations, reports, taking things down.') },
    { value: 'money', label: say('Money'), about: say('Sellers, sales, and files for accountants.') },
    { value: 'all', label: say('Everything'), about: say('Both, and how the site is set up. Only you name helpers.') },
  ] as const

const wordOf = (helps: Helper['helps']) => choices().find(({ value }) => value === helps)?.label ?? helps

async function end({ userId }: Helper) {
  const { error, status } = await api.desk.helpers({ id: userId }).delete()
  return error && status !== 404 ? troubleOf(error) : null
}

export default function Helpers({ helpers }: HelpersProps) {
  const form = useForm('helper')
  const shown = useSignal(helpers)
  const chosen = useSignal<string>('moderation')
  const ending = useSignal<Helper | null>(null)
  const name = async (data: FormData, sheet: HTMLFormElement) => {
    const account = textOf(data, 'account').trim()
    if (form.refuseAny({ account: account === '' ? say('Write their handle or email address.') : '' })) return
    const helps = choices().find(({ value }) => value === chosen.value)?.value ?? 'moderation'
    const answer = await form.send(() => asOwner(() => api.desk.helpers.put({ account, helps })))
    if (!answer) return
    sheet.reset()
    const { helper } = answer.data
    shown.value = [...shown.value.filter(({ userId }) => userId !== helper.userId), helper]
    announce(say('{displayName} helps now.', { displayName: helper.displayName }))
  }
  return (
    <>
      <SendForm submit={(data, sheet) => void name(data, sheet)} aria-label={say('A helper')}>
        <Field
          form={form}
          name="account"
          label={say('Who')}
          hint={say('The handle or the email address of an account here.')}
          autocomplete="off"
          spellcheck={false}
        />
        <Choices
          name="helps"
          legend={say('What they help with')}
          chosen={chosen.value}
          choices={choices()}
          choose={(value) => {
            chosen.value = value
          }}
        />
        <FormTrouble form={form} fields={['account']} />
        <div class="acts">
          <SendKey form={form} label={say('Let them help')} busyLabel={say('One moment…')} />
        </div>
      </SendForm>
      <section aria-labelledby="helpers">
        <h2 id="helpers" tabIndex={-1}>
          {say('Who helps')}
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
                    aria-label={say('End the help of {displayName}', { displayName: each.displayName })}
                    onClick={() => {
                      ending.value = each
                    }}
                  >
                    {say('End')}
                  </button>
                </div>
              </li>
            ))}
          </ul>
        ) : (
          <p class="empty">{say('Nobody helps yet.')}</p>
        )}
      </section>
      <AskDialog
        about={ending}
        title={() => say('End this help?')}
        keep={say('Cancel')}
        go={say('End')}
        act={end}
        after={({ userId, displayName }) => {
          shown.value = shown.value.filter((each) => each.userId !== userId)
          announce(say('{displayName} no longer helps.', { displayName }))
          focusOn('#helpers')
        }}
      >
        {({ displayName }) => (
          <p>
            {inParts(
              say('<b>{displayName}</b> keeps an ordinary account, and cannot open the desk any more.', {
                displayName,
              }),
              { b: (text) => <b dir="auto">{text}</b> },
            )}
          </p>
        )}
      </AskDialog>
    </>
  )
}
