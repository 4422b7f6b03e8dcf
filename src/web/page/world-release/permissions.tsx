import type { ReleaseView } from './view.ts'
import { permissionGroups, scopeText } from './words.ts'

/** The present permissions of a release. */
export const Permissions = ({ view: { policies, artist } }: { view: ReleaseView }) => (
  <section aria-labelledby="may">
    <h2 id="may">What you may do with it</h2>
    {permissionGroups.map(({ decision, title }) => {
      const scopes = policies.filter((policy) => policy.decision === decision)
      if (scopes.length === 0) return null
      return (
        <div key={decision} class="may" data-decision={decision}>
          <h3>{title}</h3>
          <ul>
            {scopes.map(({ scope }) => (
              <li key={scope}>{scopeText(scope)}</li>
            ))}
          </ul>
        </div>
      )
    })}
    <p class="fine-print">
      {artist.displayName} decides this and may change it. Programs read the same under{' '}
      <a href="/openapi">permission checks</a>.
    </p>
  </section>
)
