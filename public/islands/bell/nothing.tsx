import { say } from '../../../src/lib/language/say.ts'
import { inParts } from '../../lib/in-parts.tsx'

/** The text in place of notifications, before the first one. */
export const Nothing = () => (
  <p class="empty">
    {inParts(
      say('No notifications yet. Share your page, and you will read here who buys your music. <a>Open the studio</a>'),
      { a: (text) => <a href="/studio">{text}</a> },
    )}
  </p>
)
