import { useSignal } from '@preact/signals'
import { say } from '../../../src/lib/language/say.ts'
import { Altered, type Check, Unreadable } from '../../../src/lib/verify/check.ts'
import { readCertificate, verifyCertificate } from '../../../src/lib/verify/license/license-document.ts'
import { announce } from '../../lib/announce.ts'
import { FileKey } from '../../lib/file-key.tsx'
import { thisSite } from '../../lib/release-site.ts'
import { CheckLine } from './check-line.tsx'

const longestBytes = 1_000_000

const verdicts = () =>
  ({
    holds: { word: say('It is real and valid.'), told: say('The certificate is real, and the license is valid.') },
    over: { word: say('It is real, and over.'), told: say('The certificate is real, and the license is over.') },
    ended: {
      word: say('It is real, and has ended.'),
      told: say('The certificate is real, and the license has ended.'),
    },
    'self-signed': {
      word: say('Only the file itself says who signed it.'),
      told: say('Only the file itself says who signed it: check it again when this site answers.'),
    },
    fails: {
      word: say('Not all checks passed.'),
      told: say('Not all checks passed. See which one failed.'),
    },
  }) as const

function verdictOf(checks: readonly Check[]): keyof ReturnType<typeof verdicts> {
  const results = checks.map(({ result }) => result)
  if (results.includes('fails') || results.includes('unknown')) return 'fails'
  return (['self-signed', 'ended', 'over'] as const).find((result) => results.includes(result)) ?? 'holds'
}

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
      const certificate = readCertificate(await file.text())
      for await (const check of verifyCertificate(thisSite, certificate, { nowMs: Date.now() })) add(check)
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error)
      add({ name: 'license', result: error instanceof Unreadable ? 'unknown' : 'fails', text })
    }
    isBusy.value = false
    announce(verdicts()[verdictOf(checks.value)].told)
  }
  const verdict = verdictOf(checks.value)
  return (
    <div class="verifying">
      <div class="acts needs-js">
        <FileKey accept=".json,application/json" isBusy={isBusy.value} onFile={(file) => void take(file)}>
          {isBusy.value ? say('Checking…') : say('Choose a certificate')}
        </FileKey>
        {!isBusy.value && checks.value.length > 0 && (
          <b class="verdict" data-result={verdict}>
            {verdicts()[verdict].word}
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
