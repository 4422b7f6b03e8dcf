import { say } from '../../../src/lib/language/say.ts'
import type { Check } from '../../../src/lib/verify/check.ts'

const names = (): Readonly<Record<Check['name'], string>> => ({
  hash: say('Manifest'),
  signature: say('Signature'),
  history: say('History'),
  log: say('Public log'),
  remembered: say('Public log before'),
  witness: say('Witness ## who has signed the same log'),
  answers: say('Answers ## what a site says of a release'),
  file: say('File'),
  keys: say('Keys ## with which a site signs'),
  license: say('License'),
  terms: say('Terms ## of a license'),
  granted: say('Granted ## a license'),
  listed: say('Status list'),
  standing: say('Standing ## whether a license has ended'),
})

const marks = () =>
  ({
    holds: { mark: '✓', word: say('valid ## after the name of what was checked') },
    said: { mark: '–', word: say('is said, and was not checked ## after the name of what was checked') },
    'self-signed': { mark: '?', word: say('are only its own ## after the word Keys: the keys of a file') },
    over: { mark: '–', word: say('over ## after the name of what was checked') },
    ended: { mark: '–', word: say('ended ## after the name of what was checked') },
    fails: { mark: '✗', word: say('not valid ## after the name of what was checked') },
    unknown: { mark: '?', word: say('could not be checked ## after the name of what was checked') },
  }) as const

export const CheckLine = ({ check: { name, result, text } }: { check: Check }) => (
  <li data-result={result}>
    <span class="mark" aria-hidden="true">
      {marks()[result].mark}
    </span>
    <p>
      <b>
        {names()[name]} <span>{marks()[result].word}</span>
      </b>
      <span class="why">{text}</span>
    </p>
  </li>
)
