import { say } from '../../../src/lib/language/say.ts'
import { inParts } from '../../lib/in-parts.tsx'

export const Nothing = () => (
  <p class="empty">
    {inParts(
      say('No notifications yet. Follow an artist, or share a page: what comes of it stands here. <a>Browse music</a>'),
      { a: (text) => <a href="/browse">{text}</a> },
    )}
  </p>
)
