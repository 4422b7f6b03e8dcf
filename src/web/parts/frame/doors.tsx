import type { ProviderConfig } from '../../../account/identity/config.ts'
import { say } from '../../../lib/language/say.ts'

export type Door = Pick<ProviderConfig, 'name' | 'label'>

/** Returns the configured providers, without this site's credentials. */
export const doorsOf = (providers: readonly ProviderConfig[]): Door[] =>
  providers.map(({ name, label }) => ({ name, label }))

/** Links to sign in with another site, below a form; nothing where none is configured. */
export const Doors = ({
  doors,
  next,
  invite,
}: {
  doors: readonly Door[]
  next: string
  invite?: string | undefined
}) =>
  doors.length === 0 ? null : (
    <section class="doors" aria-label={say('Sign-in methods')}>
      <p class="doors-or">
        <span>{say('or ## between two ways to sign in')}</span>
      </p>
      {doors.map(({ name, label }) => (
        <a
          key={name}
          class="key"
          href={`/api/auth/${name}?${new URLSearchParams(invite === undefined ? { next } : { next, invite })}`}
        >
          {say('Continue with {label}', { label })}
        </a>
      ))}
    </section>
  )
