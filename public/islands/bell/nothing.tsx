/** The text in place of notifications, before the first one. */
export const Nothing = () => (
  <p class="empty">
    All quiet. Share your page, and you will hear here who collects your music. <a href="/studio">Open the studio</a>
  </p>
)
