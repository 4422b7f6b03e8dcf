import { useEffect, useRef } from 'preact/hooks'
import type { NewCredential } from '../../../../src/machine/sandbox/model.ts'
import Copy from '../../links/copy.tsx'

type NewSecretProps = { made: NewCredential; origin: string }

/**
 * A new secret, to be copied now: it cannot be shown again, since the server stores only its hash.
 */
export function NewSecret({ made: { name, secret }, origin }: NewSecretProps) {
  const head = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    head.current?.focus()
  }, [])
  const call = `curl -H 'Authorization: Bearer ${secret}' ${origin}/api/sandbox/v1/artists/sandbox-artist`
  return (
    <section class="new-codes" aria-labelledby="new-secret">
      <h2 id="new-secret" ref={head} tabIndex={-1} dir="auto">
        {name}
      </h2>
      <p>Copy the secret now: it is shown only once.</p>
      <p class="mono secret">{secret}</p>
      <div class="acts">
        <Copy url={secret} of={name} what="secret" />
      </div>
      <p>The first request:</p>
      <pre class="mono secret">{call}</pre>
    </section>
  )
}
