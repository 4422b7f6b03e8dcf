import { inParts } from '../../../../public/lib/in-parts.tsx'
import { say } from '../../../lib/language/say.ts'

export const SuspendedStrip = () => (
  <aside class="notice wrap" aria-label={say('Suspended')}>
    {inParts(
      say(
        'Your account is suspended: nothing of yours is sold, and you cannot write, upload or publish here. <a>Read why, and object</a>',
      ),
      { a: (text) => <a href="/account/decisions">{text}</a> },
    )}
  </aside>
)
