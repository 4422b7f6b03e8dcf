/** The lines that `announce` speaks by: one set in the page, and one in each dialog. */
export const LiveLines = () => (
  <div class="sr live-lines">
    <div aria-live="polite" />
    <div aria-live="assertive" />
  </div>
)
