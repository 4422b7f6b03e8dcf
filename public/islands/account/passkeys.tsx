import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import type { Passkey, Passkeys as PasskeysShape } from '../../../src/account/passkey/model.ts'
import { say } from '../../../src/lib/language/say.ts'
import { gap } from '../../../src/lib/text/gap.ts'
import { announce } from '../../lib/announce.ts'
import { api } from '../../lib/api.ts'
import { asOwner } from '../../lib/as-owner.ts'
import { AskDialog } from '../../lib/ask-dialog.tsx'
import { Day } from '../../lib/day.tsx'
import { focusOn } from '../../lib/focus-on.ts'
import { inParts } from '../../lib/in-parts.tsx'
import { makePasskey, takesPasskeys } from '../../lib/passkey.ts'
import { Said } from '../../lib/said.tsx'
import { type Trouble, troubleOf } from '../../lib/trouble.ts'
import Copy from '../links/copy.tsx'
import { browserName } from './browser-name.ts'

export default function Passkeys({ passkeys, isRequired, recoveryCodesLeft }: PasskeysShape) {
  const shown = useSignal(passkeys)
  const required = useSignal(isRequired)
  const codes = useSignal<readonly string[]>([])
  const problem = useSignal('')
  const removing = useSignal<Passkey | null>(null)
  const canMake = takesPasskeys()
  const attempt = (act: () => Promise<Trouble | null>) => async () => {
    problem.value = ''
    problem.value = (await act())?.text ?? ''
  }
  const add = attempt(async () => {
    const begun = await asOwner(() => api.auth.passkeys.challenge.post())
    if (begun.error) return troubleOf(begun.error)
    const made = await makePasskey(begun.data)
    if (!made) return { field: null, text: say('No passkey was made. Try again when you like.') }
    if (made === 'present') return { field: null, text: say('This device already has a passkey for your account.') }
    const name = browserName(navigator.userAgent)
    const { data, error } = await asOwner(() => api.auth.passkeys.post({ ...made, step: begun.data.step, name }))
    if (error) return troubleOf(error)
    shown.value = [data.passkey, ...shown.value]
    announce(say('The passkey is added.'))
    return null
  })
  const remove = async ({ id }: Passkey) => {
    const { error, status } = await asOwner(() => api.auth.passkeys({ id }).delete())
    if (error && status !== 404) return troubleOf(error)
    shown.value = shown.value.filter((each) => each.id !== id)
    announce(say('The passkey is removed.'))
    return null
  }
  const ask = attempt(async () => {
    const { data, error } = await asOwner(() => api.auth['second-factor'].post())
    if (error) return troubleOf(error)
    required.value = true
    codes.value = data.recoveryCodes
    return null
  })
  const stop = attempt(async () => {
    const { error } = await asOwner(() => api.auth['second-factor'].delete())
    if (error) return troubleOf(error)
    required.value = false
    codes.value = []
    announce(say('Signing in no longer asks for a passkey'))
    return null
  })
  return (
    <div class="passkeys stack">
      <ul class="sessions">
        {shown.value.map((passkey) => (
          <li key={passkey.id}>
            <span>
              <b dir="auto">{passkey.name}</b>
              <span class="mono">
                {inParts(say('added <day></day>'), { day: () => <Day iso={passkey.createdAt} /> })}
              </span>
            </span>
            <button type="button" class="key needs-js" onClick={() => (removing.value = passkey)}>
              {inParts(say('Remove<span> the passkey {name}</span>', { name: passkey.name }), {
                span: (text) => <span class="sr">{text}</span>,
              })}
            </button>
          </li>
        ))}
      </ul>
      {shown.value.length === 0 && <p class="empty">{say('None yet. Add one, and sign in with a touch.')}</p>}
      <Said role="alert" class="problem">
        {problem}
      </Said>
      <div class="acts needs-js">
        {canMake && (
          <button type="button" class="key" onClick={() => void add()}>
            {say('Add a passkey')}
          </button>
        )}
        {shown.value.length > 0 && (
          <button type="button" class="key" onClick={() => void (required.value ? stop() : ask())}>
            {required.value ? say('Stop asking for it') : say('Always ask for it')}
          </button>
        )}
      </div>
      <p class="hint">
        {required.value
          ? say('Signing in asks for a passkey, after your password or another way in.')
          : say('A passkey signs you in with your device’s lock, without a password.')}
        {required.value && codes.value.length === 0 && (
          <>
            {gap()}
            {say('Recovery codes left: {left}.', { left: recoveryCodesLeft })}
          </>
        )}
      </p>
      {!canMake && <p class="hint">{say('This browser cannot make passkeys. Try another one, or a newer one.')}</p>}
      {codes.value.length > 0 && <RecoveryCodes codes={codes.value} />}
      <AskDialog
        about={removing}
        title={() => say('Remove this passkey?')}
        keep={say('Keep it')}
        go={say('Remove it')}
        act={remove}
        after={() => focusOn('.passkeys button')}
      >
        {({ name }) => (
          <p>
            {inParts(
              say(
                '<b>{name}</b> no longer signs you in here. Your device may go on offering it: delete it there too.',
                {
                  name,
                },
              ),
              { b: (text) => <b dir="auto">{text}</b> },
            )}
          </p>
        )}
      </AskDialog>
    </div>
  )
}

/** Shown once: the server stores only their hashes. */
function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const head = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    head.current?.focus()
  }, [])
  return (
    <section class="recovery stack coupon" aria-labelledby="recovery">
      <h3 id="recovery" ref={head} tabIndex={-1}>
        {say('Recovery codes')}
      </h3>
      <p>
        {say(
          'Keep them where you keep your papers: they are shown only once. Each signs you in once without the passkey.',
        )}
      </p>
      <ul class="mono">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div class="acts">
        <Copy url={codes.join('\n')} label={say('Copy the codes of your account')} />
      </div>
    </section>
  )
}
