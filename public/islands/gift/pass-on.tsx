import { say } from '../../../src/lib/language/say.ts'
import { Icon } from '../../lib/icon.tsx'
import Copy from '../links/copy.tsx'

/** The link of a gift, with the ways to pass it on: copied, by an app, or on a card to print. */
export function PassOn({ url, name }: { url: string; name: string }) {
  const send = () =>
    navigator.share({ url, title: say('A gift for you: {name}', { name }) }).then(
      () => undefined,
      // Closing the device's dialog rejects the promise; that is a choice, not an error.
      () => undefined,
    )
  return (
    <div class="stack">
      <div class="field">
        <label for={`link-of-${url.slice(-8)}`}>{say('The link to pass on')}</label>
        <div class="line">
          <input id={`link-of-${url.slice(-8)}`} class="mono" readOnly value={url} />
          <Copy url={url} of={name} />
        </div>
      </div>
      <div class="acts">
        {typeof navigator !== 'undefined' && 'share' in navigator && (
          <button type="button" class="key needs-js" onClick={() => void send()}>
            <Icon name="share" />
            {say('Share')}
          </button>
        )}
        <a class="key" href={`${url}/card`} target="_blank" rel="noopener">
          {say('A card to print')}
        </a>
      </div>
    </div>
  )
}
