import { withNext } from './form-layout.tsx'

/** The other ways besides buying with an email address. `path` is that of the checkout. */
export const SignInFirst = ({ path, canJoin }: { path: string; canJoin: boolean }) => (
  <div class="form way-in">
    <h2>Buy with your email address</h2>
    <p>
      No account needed. With one it comes to your library, and you hear all of it here:{' '}
      <a href={withNext('/login', path)}>sign in</a>
      {canJoin && (
        <>
          {' '}
          or <a href={withNext('/signup', path)}>make an account</a>
        </>
      )}
      .
    </p>
  </div>
)
