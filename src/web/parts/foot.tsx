/** A world may change the colours of its page's footer (rule: casset-look, footerTheme). */
export type FootProps = { theme?: 'auto' | 'light' | 'dark' | 'cover'; line?: string }

const ownLine = 'Music here stays with the people who made it.'

/** The footer of every page. */
export const Foot = ({ theme = 'auto', line = ownLine }: FootProps) => (
  <footer class={theme === 'light' || theme === 'dark' ? 'foot tint' : 'foot'} id="foot" data-dress={theme}>
    <div class="wrap">
      <p>{line}</p>
      <p class="mono">
        Tapedeck, a music service that artists run themselves · <a href="/drops">Drops</a> · <a href="/guide">Guide</a>{' '}
        · <a href="/openapi">API</a>
      </p>
    </div>
  </footer>
)
