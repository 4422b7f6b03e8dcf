import { useSignal } from '@preact/signals'
import type { ProviderName } from '../../../src/account/identity/config.ts'
import type { Identity } from '../../../src/account/identity/model.ts'
import { say } from '../../../src/lib/language/say.ts'
import { announce } from '../../lib/announce.ts'
import { api } from '../../lib/api.ts'
import { asOwner } from '../../lib/as-owner.ts'
import { inParts } from '../../lib/in-parts.tsx'
import { Said } from '../../lib/said.tsx'
import { troubleOf } from '../../lib/trouble.ts'

export type IdentitiesProps = {
  doors: readonly { name: ProviderName; label: string }[]
  identities: readonly Identity[]
  /** Why the last try to link one failed. */
  told?: string
}

export default function Identities({ doors, identities, told = '' }: IdentitiesProps) {
  const linked = useSignal(identities)
  const problem = useSignal(told)
  const isBusy = useSignal(false)
  const link = async (provider: ProviderName) => {
    if (isBusy.value) return
    isBusy.value = true
    const { data, error } = await asOwner(() => api.auth.identities.post({ provider }))
    isBusy.value = false
    if (error) problem.value = troubleOf(error).text
    else location.assign(data.url)
  }
  const unlink = async (provider: ProviderName, label: string) => {
    problem.value = ''
    const { error, status } = await asOwner(() => api.auth.identities({ provider }).delete())
    if (error && status !== 404) {
      problem.value = troubleOf(error).text
      return
    }
    linked.value = linked.value.filter((each) => each.provider !== provider)
    announce(say('{label} is unlinked.', { label }))
  }
  return (
    <>
      <ul class="sessions">
        {doors.map(({ name, label }) => {
          const found = linked.value.find(({ provider }) => provider === name)
          return (
            <li key={name}>
              <span>
                <b>{label}</b>
                <span class="mono" dir="auto">
                  {found
                    ? (found.email ?? say('linked ## an account elsewhere'))
                    : say('not linked ## an account elsewhere')}
                </span>
              </span>
              <button
                type="button"
                class="key needs-js"
                onClick={() => void (found ? unlink(name, label) : link(name))}
              >
                {inParts(
                  found
                    ? say('Unlink<span> {label}</span>', { label })
                    : say('Link<span> {label}</span> ## connect an account elsewhere', { label }),
                  { span: (text) => <span class="sr">{text}</span> },
                )}
              </button>
            </li>
          )
        })}
      </ul>
      <Said role="alert" class="problem">
        {problem}
      </Said>
    </>
  )
}
