// The shared parts of forms: those of the page's other parts, in one file.
import '../../lib/form-parts.ts'
import { useSignal } from '@preact/signals'
import { say } from '../../../src/lib/language/say.ts'
import { Altered, type Check, Unreadable } from '../../../src/lib/verify/check.ts'
import { readManifestOf, verifyRelease } from '../../../src/lib/verify/verify-release.ts'
import { announce } from '../../lib/announce.ts'
import { thisSite } from '../../lib/release-site.ts'
import { CheckLine } from './check-line.tsx'
import { FileCheck } from './file-check.tsx'

const verdicts = () =>
  ({
    holds: say('All checks passed.'),
    said: say('All checks that can be made here passed.'),
    fails: say('Something was altered. See which check failed.'),
    unknown: say('Not everything could be checked.'),
  }) as const

/** `isMain`: whether nothing else on the page has the coloured key. */
export default function Verify({ releaseId, isMain }: { releaseId: string; isMain: boolean }) {
  const checks = useSignal<readonly Check[]>([])
  const isBusy = useSignal(false)
  const verdict = useSignal<keyof ReturnType<typeof verdicts> | null>(null)
  const add = (check: Check) => {
    checks.value = [...checks.value, check]
  }
  const verify = async () => {
    isBusy.value = true
    verdict.value = null
    checks.value = []
    try {
      for await (const check of verifyRelease(thisSite, await readManifestOf(thisSite, releaseId))) add(check)
    } catch (error) {
      add(unopened(error))
    }
    isBusy.value = false
    const results = checks.value.map(({ result }) => result)
    verdict.value = (['fails', 'unknown', 'said'] as const).find((result) => results.includes(result)) ?? 'holds'
    announce(verdicts()[verdict.value])
  }
  return (
    <div class="verifying">
      <div class="acts">
        <button
          type="button"
          class={isMain ? 'key go needs-js' : 'key needs-js'}
          aria-busy={isBusy.value}
          onClick={() => !isBusy.value && void verify()}
        >
          {isBusy.value ? say('Checking…') : say('Verify')}
        </button>
        {verdict.value && (
          <b class="verdict" data-result={verdict.value}>
            {verdicts()[verdict.value]}
          </b>
        )}
      </div>
      <ol class="checks stack" aria-label={say('What was checked')} hidden={checks.value.length === 0}>
        {checks.value.map((check) => (
          <CheckLine key={check.name} check={check} />
        ))}
      </ol>
      <FileCheck read={() => readManifestOf(thisSite, releaseId)} />
    </div>
  )
}

function unopened(error: unknown): Check {
  if (error instanceof Altered) return { name: 'hash', result: 'fails', text: error.message }
  const text =
    error instanceof Unreadable ? error.message : say('This cannot be checked: {error}', { error: String(error) })
  return { name: 'hash', result: 'unknown', text }
}
