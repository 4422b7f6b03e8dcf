import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { say } from '../../../src/lib/language/say.ts'
import type { Upgrade } from '../../../src/operate/upgrade/model.ts'
import { api } from '../../lib/api.ts'
import { asOwner } from '../../lib/as-owner.ts'
import { Day } from '../../lib/day.tsx'
import { FormTrouble, SendForm, SendKey } from '../../lib/field.tsx'
import { type Form, fieldId, problemOf, useForm } from '../../lib/form.ts'
import { inParts } from '../../lib/in-parts.tsx'
import { Said } from '../../lib/said.tsx'

const lookEveryMs = 1_500
const signatureEnd = '.minisig'

export function Version({ first }: { first: Upgrade }) {
  const now = useSignal(first)
  const form = useForm('version')
  const isLooking = useSignal(first.last?.state === 'running')
  useEffect(() => {
    if (!isLooking.value) return undefined
    let isHere = true
    const look = async () => {
      // While the site starts again there is no answer.
      const answer = await api.desk.upgrade.get().catch(() => null)
      if (!isHere) return
      if (answer?.data) {
        now.value = answer.data
        isLooking.value = answer.data.last?.state === 'running'
        // The page of another version has other scripts.
        if (answer.data.last?.state === 'done') location.reload()
      }
      if (isLooking.value) setTimeout(look, lookEveryMs)
    }
    void look()
    return () => {
      isHere = false
    }
  }, [isLooking.value])
  const began = (answer: unknown) => {
    if (answer !== null) isLooking.value = true
  }
  const upgrade = async (data: FormData) => {
    const files = data.getAll('file').filter((each) => each instanceof File)
    const [signed, signature] = [false, true].map((ends) =>
      files.find(({ name, size }) => size > 0 && name.endsWith(signatureEnd) === ends),
    )
    if (!signed || !signature) {
      form.refuse('file', say('Choose both: the download, and the file whose name goes on with .minisig.'))
      return
    }
    const body = { file: signed, signature: await signature.text() }
    began(await form.send(() => asOwner(() => api.desk.upgrade.post(body))))
  }
  const goBack = async () => began(await form.send(() => asOwner(() => api.desk.upgrade.back.post())))
  const { version, target, obstacle, previous, last } = now.value
  return (
    <section aria-labelledby="version" class="health">
      <h2 id="version">{say('Version {version}', { version })}</h2>
      {last && <Last last={last} />}
      {obstacle !== null && <p>{obstacle}</p>}
      {obstacle === null && !isLooking.value && (
        <>
          <p>
            {say(
              'A newer version is first tried on a copy of the site. Then the site restarts, and visitors wait for a moment. If the new one does not answer, this one comes back automatically.',
            )}
          </p>
          <SendForm submit={(data) => void upgrade(data)} aria-label={say('Upgrading')}>
            <Files form={form} target={target ?? ''} />
            <FormTrouble form={form} fields={['file']} />
            <div class="acts">
              {previous !== null && (
                <button type="button" class="key needs-js" onClick={() => void goBack()}>
                  {say('Go back to {previous}', { previous })}
                </button>
              )}
              <SendKey form={form} label={say('Upgrade')} busyLabel={say('Sending…')} />
            </div>
          </SendForm>
        </>
      )}
    </section>
  )
}

function Files({ form, target }: { form: Form; target: string }) {
  const id = fieldId(form, 'file')
  const problem = problemOf(form, 'file')
  return (
    <div class="field">
      <label for={id}>{say('The download and its signature')}</label>
      <input
        type="file"
        id={id}
        name="file"
        multiple
        accept={`.gz,${signatureEnd}`}
        onInput={() => form.forgive('file')}
        aria-invalid={problem !== ''}
        aria-describedby={`${id}-hint ${id}-problem`}
      />
      <p class="hint" id={`${id}-hint`}>
        {say('Two files from the same release: the one for {target}, and the one of that name with .minisig.', {
          target,
        })}
      </p>
      <p class="problem" id={`${id}-problem`}>
        {problem}
      </p>
    </div>
  )
}

function Last({ last: { state, from, version, at, text } }: { last: NonNullable<Upgrade['last']> }) {
  return (
    <Said as="div">
      {state === 'running' && <p>{say('Version {version} is being tried and put in place…', { version })}</p>}
      {state === 'done' && (
        <p>
          {inParts(say('Version {version} took the place of {from} on <day></day>.', { version, from }), {
            day: () => <Day iso={at} />,
          })}
        </p>
      )}
      {state === 'failed' && (
        <>
          <p class="problem">
            {say('Version {version} did not take the place of {from}, and nothing was lost.', { version, from })}
          </p>
          <details class="desk-group">
            <summary>{say('What the program said')}</summary>
            <pre class="rehearsal-text" lang="en">
              {text}
            </pre>
          </details>
        </>
      )}
    </Said>
  )
}
