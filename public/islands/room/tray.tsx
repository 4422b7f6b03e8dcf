import { Icon } from '../../lib/icon.tsx'
import type { RoomView } from './room.tsx'

/** The emoji that the viewer may use, those that they can buy, and the way to tip. */
export function Tray({ view, onPick }: { view: RoomView; onPick: (shortcode: string) => void }) {
  const { emojis, canTip, tape } = view
  const slug = tape.handle
  // Where the artist cannot be paid, only what is free can be got.
  const shown = emojis.filter(({ owned, price }) => owned || canTip || price.amount === 0)
  return (
    <div class="tray-of-room">
      {shown.length > 0 && (
        <ul aria-label="Emoji">
          {shown.map(({ id, url, shortcode, owned }) => (
            <li key={id}>
              {owned ? (
                <button type="button" title={`:${shortcode}:`} onClick={() => onPick(shortcode)}>
                  <img src={url} alt={`Use :${shortcode}:`} width="32" height="32" />
                </button>
              ) : (
                <a href={`/checkout/${slug}/emoji/${id}`} title={`:${shortcode}:`}>
                  <img src={url} alt={`Get :${shortcode}:`} width="32" height="32" />
                  <Icon name="add" />
                </a>
              )}
            </li>
          ))}
        </ul>
      )}
      {canTip && (
        <a class="key" href={`/checkout/${slug}/tip`}>
          Tip {tape.artist}
        </a>
      )}
      {!canTip && shown.length === 0 && <p class="hint">There are no emoji here yet.</p>}
    </div>
  )
}
