/** The text in place of notifications, before the first one. */
export const Nothing = () => (
  <p class="empty">
    No notifications yet. Share your page, and you will read here who buys your music.{' '}
    <a href="/studio">Open the studio</a>
  </p>
)
