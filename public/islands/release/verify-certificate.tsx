import { useSignal } from '@preact/signals'
import { say } from '../../../src/lib/language/say.ts'
import { Altered, type Check, Unreadable } from '../../../src/lib/verify/check.ts'
import { readLicense, verifyLicense } from '../../../src/lib/verify/verify-license.ts'
import { announce } from '../../lib/announce.ts'
import { FileKey } from '../../lib/file-key.tsx'
import { thisSite } from '../../lib/release-site.ts'
import { CheckLine } from './check-line.tsx'

const longestBytes = 1_000_000

const isAll = (checks: readonly Check[], results: readonly Check['result'][]) =>
  checks.every(({ result }) => results.includes(result))

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
      for await (const check of verifyLicense(thisSite, readLicense(await file.text()), { nowMs: Date.now() }))
        add(check)
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error)
      add({ name: 'license', result: error instanceof Unreadable ? 'unknown' : 'fails', text })
    }
    isBusy.value = false
    announce(
      isAll(checks.value, ['holds', 'said'])
        ? say('The certificate is real, and the license is valid.')
        : isAll(checks.value, ['holds', 'said', 'over'])
          ? say('The certificate is real, and the license is over.')
          : say('Not all checks passed. See which one failed.'),
    )
  }
  const isReal = isAll(checks.value, ['holds', 'said'])
  const isOver = !isReal && isAll(checks.value, ['holds', 'said', 'over'])
  return (
    <div class="verifying">
      <div class="acts needs-js">
        <FileKey accept=".json,application/json" isBusy={isBusy.value} onFile={(file) => void take(file)}>
          {isBusy.value ? say('Checking…') : say('Choose a certificate')}
        </FileKey>
        {!isBusy.value && checks.value.length > 0 && (
          <b class="verdict" data-result={isReal ? 'holds' : isOver ? 'over' : 'fails'}>
            {isReal
              ? say('It is real and valid.')
              : isOver
                ? say('It is real, and over.')
                : say('Not all checks passed.')}
          </b>
        )}
      </div>
      <ol class="checks stack" aria-label={say('What was checked')} hidden={checks.value.length === 0}>
        {checks.value.map((check) => (
          <CheckLine key={check.name} check={check} />
        ))}
      </ol>
    </div>
  )
}
