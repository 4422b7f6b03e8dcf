import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { FoundAccounts, NamedAccounts } from '../../../../src/casset/credit/model.ts'
import { say } from '../../../../src/lib/language/say.ts'
import { announce } from '../../../lib/announce.ts'
import { api } from '../../../lib/api.ts'
import { Said } from '../../../lib/said.tsx'
import { troubleOf } from '../../../lib/trouble.ts'
import type { OwnerTrack } from '../casset-editor.ts'

type Account = NamedAccounts['accounts'][number]

/** For each name of a track, whose account it is here (rule: credited-accounts). */
export function NamedAccountsFields({ track }: { track: OwnerTrack }) {
  const accounts = useSignal<readonly Account[] | null>(null)
  const problem = useSignal('')
  const { id } = track
  const names = [...new Set((track.by ?? []).map(({ name }) => name))]
  const key = names.join('\n')
  useEffect(() => {
    if (key === '') return
    const read = async () => {
      const { data, error } = await api.studio.tracks({ id }).accounts.get()
      if (error) problem.value = troubleOf(error).text
      else accounts.value = data.accounts
    }
    void read()
  }, [id, key])
  if (names.length === 0 || (accounts.value === null && problem.value === '')) return null
  const set = async (name: string, handle: string | null): Promise<string> => {
    const { data, error } = await api.studio.tracks({ id }).accounts.put({ name, handle })
    if (error) return troubleOf(error).text
    accounts.value = data.accounts
    announce(say('Saved'))
    return ''
  }
  return (
    <>
      <p class="hint">{say('A name can lead to a page on this site. Whoever it belongs to is asked first.')}</p>
      <ul class="rows">
        {names.map((name, place) => (
          <li key={name}>
            <NameField
              fieldId={`account-${id}-${place}`}
              name={name}
              account={accounts.value?.find((each) => each.name === name)}
              set={(handle) => set(name, handle)}
            />
          </li>
        ))}
      </ul>
      <Said role="alert" class="problem">
        {problem}
      </Said>
    </>
  )
}

type NameFieldProps = {
  fieldId: string
  name: string
  account: Account | undefined
  /** Returns why it was refused; an empty text when it was not. */
  set: (handle: string | null) => Promise<string>
}

const stateText = (state: Account['state']): string => {
  if (state === 'ASKED') return say('asked: a plain name until they say yes')
  return state === 'AGREED' ? say('said yes: the name is a link') : say('said no')
}

const exampleHandle = '@cleo'

/** How long nobody has to type before accounts are looked for. */
const restMs = 250

function NameField({ fieldId, name, account, set }: NameFieldProps) {
  const typed = useSignal('')
  const found = useSignal<FoundAccounts['accounts']>([])
  const problem = useSignal('')
  useEffect(() => {
    const q = typed.value.trim().replace(/^@/, '')
    if (q === '') return
    const timer = setTimeout(() => {
      const look = async () => {
        const { data } = await api.credits.accounts.get({ query: { q } })
        found.value = data?.accounts ?? []
      }
      void look()
    }, restMs)
    return () => clearTimeout(timer)
  }, [typed.value])
  const send = async (handle: string | null) => {
    problem.value = await set(handle)
    if (problem.value === '') typed.value = ''
  }
  if (account) {
    return (
      <>
        <p>
          <bdi>{name}</bdi>: <a href={`/@${account.handle}`}>@{account.handle}</a> ({stateText(account.state)})
        </p>
        <p class="acts">
          <button type="button" class="key" aria-label={say('Unlink {name}', { name })} onClick={() => void send(null)}>
            {say('Unlink ## a name from an account')}
          </button>
        </p>
        <Said role="alert" class="problem">
          {problem}
        </Said>
      </>
    )
  }
  return (
    <form
      class="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        const handle = typed.value.trim().toLowerCase().replace(/^@/, '')
        if (handle === '') problem.value = say('Enter a handle.')
        else void send(handle)
      }}
    >
      <div class="field">
        <label for={fieldId}>{say('Handle of {name}', { name })}</label>
        <div class="line">
          <input
            id={fieldId}
            type="text"
            list={`${fieldId}-found`}
            placeholder={exampleHandle}
            autocapitalize="none"
            autocomplete="off"
            spellcheck={false}
            aria-invalid={problem.value !== ''}
            aria-describedby={`${fieldId}-problem`}
            value={typed.value}
            onInput={({ currentTarget }) => {
              typed.value = currentTarget.value
              problem.value = ''
            }}
          />
          <button type="submit" class="key" aria-label={say('Ask {name}', { name })}>
            {say('Ask ## a person, whether a name may be a link')}
          </button>
        </div>
        <datalist id={`${fieldId}-found`}>
          {found.value.map(({ handle, displayName }) => (
            <option key={handle} value={`@${handle}`}>
              {displayName}
            </option>
          ))}
        </datalist>
        <Said role="alert" class="problem" id={`${fieldId}-problem`}>
          {problem}
        </Said>
      </div>
    </form>
  )
}
