/** The strip at the top of every page for somebody whose account is suspended. */
export const SuspendedStrip = () => (
  <aside class="notice wrap" aria-label="Suspended">
    Your account is suspended: nothing of yours is sold, and you cannot write, upload or publish here.{' '}
    <a href="/account/decisions">Read why, and object</a>
  </aside>
)
