import { say } from '../../../src/lib/language/say.ts'
import type { Check } from '../../../src/lib/verify/check.ts'

const names = (): Readonly<Record<Check['name'], string>> => ({
  hash: 'Manifest',
  signature: 'Signature',
  history: 'History',
  log: say('Public log'),
  remembered: say('Public log before'),
  witness: 'Witness',
  file: 'File',
  license: 'License',
  granted: 'Granted',
})

const marks = {
  holds: { mark: '✓', word: 'holds' },
  said: { mark: '–', word: 'is said, and was not checked' },
  fails: { mark: '✗', word: 'does not hold' },
  unknown: { mark: '?', word: 'could not be checked' },
} as const

/** The result of a check: a mark, the subject, and the reason, in words. */
export const CheckLine = ({ check: { name, result, text } }: { check: Check }) => (
  <li data-result={result}>
    <span class="mark" aria-hidden="true">
      {marks[result].mark}
    </span>
    <p>
      <b>
        {names()[name]} <span>{marks[result].word}</span>
      </b>
      <span class="why">{text}</span>
    </p>
  </li>
)
