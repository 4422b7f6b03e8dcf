import { demoAccount } from '../../lib/demo-account.ts'

/**
 * The strip at the top of every page of the demo: that it is one, and, for a stranger, with which
 * account it is seen from within.
 */
export const DemoStrip = ({ isStranger }: { isStranger: boolean }) => (
  <aside class="notice wrap" aria-label="Demo">
    You are in the demo: its artists are fictional, and a program made their music.
    {isStranger && (
      <>
        {' '}
        <a href="/login?next=/studio">Sign in</a> as <b>{demoAccount.email}</b> with the password{' '}
        <b>{demoAccount.password}</b> to see the studio.
      </>
    )}
  </aside>
)
