import { useSignal } from '@preact/signals'
import { say } from '../../../src/lib/language/say.ts'
import { Altered, type Check, Unreadable } from '../../../src/lib/verify/check.ts'
import { readLicense, verifyLicense } from '../../../src/lib/verify/verify-license.ts'
import { announce } from '../../lib/announce.ts'
import { thisSite } from '../../lib/release-site.ts'
import { CheckLine } from './check-line.tsx'

const longestBytes = 1_000_000

/** Checks the certificate of a license in this browser: the file goes nowhere. */
export default function VerifyCertificate() {
  const checks = useSignal<readonly Check[]>([])
  const isBusy = useSignal(false)
  const add = (check: Check) => {
    checks.value = [...checks.value, check]
  }
  const take = async (file: File) => {
    isBusy.value = true
    checks.value = []
    try {
      if (file.size > longestBytes)
        throw new Altered(say('“{name}” is longer than a certificate can be.', { name: file.name }))
      for await (const check of verifyLicense(thisSite, readLicense(await file.text()), Date.now())) add(check)
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error)
      add({ name: 'license', result: error instanceof Unreadable ? 'unknown' : 'fails', text })
    }
    isBusy.value = false
    const isReal = checks.value.every(({ result }) => result === 'holds' || result === 'said')
    announce(
      isReal
        ? say('The certificate is real, and the license is valid.')
        : say('Not all checks passed. See which one failed.'),
    )
  }
  const isReal = checks.value.every(({ result }) => result === 'holds' || result === 'said')
  return (
    <div class="verifying">
      <div class="acts needs-js">
        <label class="key go" aria-busy={isBusy.value}>
          <input
            class="sr"
            type="file"
            accept=".json,application/json"
            disabled={isBusy.value}
            onChange={({ currentTarget }) => {
              const file = currentTarget.files?.[0]
              currentTarget.value = ''
              if (file) void take(file)
            }}
          />
          {isBusy.value ? say('Checking…') : say('Choose a certificate')}
        </label>
        {!isBusy.value && checks.value.length > 0 && (
          <b class="verdict" data-result={isReal ? 'holds' : 'fails'}>
            {isReal ? say('It is real and valid.') : say('Not all checks passed.')}
          </b>
        )}
      </div>
      <ol class="checks" aria-label={say('What was checked')} hidden={checks.value.length === 0}>
        {checks.value.map((check) => (
          <CheckLine key={check.name} check={check} />
        ))}
      </ol>
    </div>
  )
}
