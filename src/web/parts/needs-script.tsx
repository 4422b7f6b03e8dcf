import { say } from '../../lib/language/say.ts'
export const NeedsScript = () => (
  <noscript>
    <p class="notice">{say('This form needs JavaScript: switch it on for this site, then load the page again.')}</p>
  </noscript>
)
