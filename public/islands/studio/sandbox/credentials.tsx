import { useSignal } from '@preact/signals'
import type { Credential, NewCredential } from '../../../../src/machine/sandbox/model.ts'
import { announce } from '../../../lib/announce.ts'
import { api } from '../../../lib/api.ts'
import { AskDialog } from '../../../lib/ask-dialog.tsx'
import { Day } from '../../../lib/day.tsx'
import { focusOn } from '../../../lib/focus-on.ts'
import { troubleOf } from '../../../lib/trouble.ts'
import { CredentialForm } from './credential-form.tsx'
import { NewSecret } from './new-secret.tsx'

export type CredentialsProps = { credentials: readonly Credential[]; origin: string }

async function revoke({ id }: Credential) {
  const { error, status } = await api.sandbox.credentials({ id }).delete()
  return error && status !== 404 ? troubleOf(error) : null
}

/** Makes credentials, shows each new one once, and revokes them. */
export default function Credentials({ credentials, origin }: CredentialsProps) {
  const shown = useSignal(credentials)
  const made = useSignal<NewCredential | null>(null)
  const revoking = useSignal<Credential | null>(null)
  const keep = (fresh: NewCredential) => {
    made.value = fresh
    shown.value = [fresh, ...shown.value]
  }
  const revoked = ({ id, name }: Credential) => {
    shown.value = shown.value.filter((each) => each.id !== id)
    if (made.value?.id === id) made.value = null
    announce(`${name} is revoked.`)
    focusOn('#credentials')
  }
  return (
    <>
      <CredentialForm done={keep} />
      {made.value && <NewSecret key={made.value.id} made={made.value} origin={origin} />}
      <section aria-labelledby="credentials">
        <h2 id="credentials" tabIndex={-1}>
          Credentials
        </h2>
        {shown.value.length > 0 ? (
          <ul class="rows batches">
            {shown.value.map((each) => (
              <li key={each.id}>
                <b dir="auto">{each.name}</b>
                <p class="mono">
                  created <Day iso={each.createdAt} />
                </p>
                <button
                  type="button"
                  class="key needs-js"
                  aria-label={`Revoke ${each.name}`}
                  onClick={() => {
                    revoking.value = each
                  }}
                >
                  Revoke
                </button>
              </li>
            ))}
          </ul>
        ) : (
          <p class="empty">None yet. Make one, and try the first request.</p>
        )}
      </section>
      <AskDialog
        about={revoking}
        title={() => 'Revoke this credential?'}
        keep="Cancel"
        go="Revoke"
        act={revoke}
        after={revoked}
      >
        {({ name }) => (
          <p>
            Programs that send <b dir="auto">{name}</b> are refused from now on.
          </p>
        )}
      </AskDialog>
    </>
  )
}
