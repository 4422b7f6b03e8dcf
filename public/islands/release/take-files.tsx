import { useSignal } from '@preact/signals'
import { say } from '../../../src/lib/language/say.ts'
import { api } from '../../lib/api.ts'
import { Field } from '../../lib/field.tsx'
import { useForm } from '../../lib/form.ts'
import { Said } from '../../lib/said.tsx'
import { troubleOf } from '../../lib/trouble.ts'

export type TakeFilesProps = {
  licenseId: string
  scopes: readonly string[]
  /** The token of the license, null for the account that bought it; else its holder types it. */
  token?: string | null
  /** The secret of a holder's link, in place of a token. */
  secret?: string
}

export const hasFiles = (scopes: readonly string[]): boolean => scopes.includes('download') || scopes.includes('stems')

export default function TakeFiles({ licenseId, scopes, token, secret }: TakeFilesProps) {
  const form = useForm('take-files')
  const typed = useSignal(token ?? '')
  const isBusy = useSignal(false)
  const trouble = useSignal<string | null>(null)
  const take = async (resource: 'download' | 'stems') => {
    if (isBusy.value) return
    isBusy.value = true
    trouble.value = null
    const licenseToken = typed.value.trim()
    const by = secret === undefined ? {} : { secret }
    const body = { resource, ...by, ...(licenseToken === '' ? {} : { licenseToken }) }
    const { data, error } = await api.agents.licenses({ id: licenseId }).access.post(body)
    isBusy.value = false
    if (error) trouble.value = troubleOf(error).text
    else location.assign(data.grant.url)
  }
  return (
    <div class="form needs-js">
      {token === undefined && secret === undefined && (
        <Field
          form={form}
          name="token"
          label={say('License token')}
          autocomplete="off"
          value={typed.value}
          onInput={({ currentTarget }) => {
            typed.value = currentTarget.value
          }}
          hint={say('It was shown when the license was bought.')}
        />
      )}
      <div class="acts">
        {scopes.includes('download') && (
          <button type="button" class="key go" aria-busy={isBusy.value} onClick={() => void take('download')}>
            {say('Download the music')}
          </button>
        )}
        {scopes.includes('stems') && (
          <button type="button" class="key" aria-busy={isBusy.value} onClick={() => void take('stems')}>
            {say('Download the stems')}
          </button>
        )}
      </div>
      {trouble.value !== null && (
        <Said role="alert" class="notice">
          {trouble.value}
        </Said>
      )}
    </div>
  )
}
