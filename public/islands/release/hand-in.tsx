import { useSignal } from '@preact/signals'
import { tryJson } from '../../../src/lib/json/json.ts'
import { say } from '../../../src/lib/language/say.ts'
import { announce } from '../../lib/announce.ts'
import { api } from '../../lib/api.ts'
import { FileKey } from '../../lib/file-key.tsx'
import { troubleOf } from '../../lib/trouble.ts'

const longestBytes = 1_000_000

/** Returns what the site needs of a file: it has its keys and its history itself. */
function withoutProofs(text: string): string {
  const { credential, agreed } = Object(tryJson(text))
  return credential === undefined ? text : JSON.stringify({ credential, agreed })
}

/** Hands in the certificate of a license that a restored site has lost. */
export default function HandIn() {
  const trouble = useSignal<string | null>(null)
  const license = useSignal<string | null>(null)
  const isBusy = useSignal(false)
  const take = async (file: File) => {
    isBusy.value = true
    trouble.value = null
    license.value = null
    if (file.size > longestBytes) {
      trouble.value = say('“{name}” is longer than a certificate can be.', { name: file.name })
    } else {
      const { data, error } = await api.checkout.license.certificate.post({
        certificate: withoutProofs(await file.text()),
      })
      if (error) trouble.value = troubleOf(error).text
      else license.value = new URL(data.url).pathname
    }
    isBusy.value = false
    announce(trouble.value ?? say('Thank you: the license is as it was.'))
  }
  return (
    <div class="verifying">
      <div class="acts needs-js">
        <FileKey accept=".json,application/json" isBusy={isBusy.value} isMain onFile={(file) => void take(file)}>
          {isBusy.value ? say('Reading…') : say('Hand in a certificate')}
        </FileKey>
      </div>
      {trouble.value !== null && <p class="notice">{trouble.value}</p>}
      {license.value !== null && (
        <p class="notice">
          {say('Thank you: the license is as it was.')} <a href={license.value}>{say('See the license')}</a>
        </p>
      )}
    </div>
  )
}
