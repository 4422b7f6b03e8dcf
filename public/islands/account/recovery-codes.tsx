import { useEffect, useRef } from 'preact/hooks'
import Copy from '../links/copy.tsx'

/**
 * New recovery codes, to be saved now: they cannot be shown again, since the server stores only
 * their hashes.
 */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const head = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    head.current?.focus()
  }, [])
  return (
    <section class="recovery" aria-labelledby="recovery">
      <h3 id="recovery" ref={head} tabIndex={-1}>
        Recovery codes
      </h3>
      <p>Keep them where you keep your papers: they are shown only once. Each signs you in once without the passkey.</p>
      <ul class="mono">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div class="acts">
        <Copy url={codes.join('\n')} of="your account" what="codes" />
      </div>
    </section>
  )
}
