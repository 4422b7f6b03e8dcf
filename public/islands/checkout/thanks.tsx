import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { say } from '../../../src/lib/language/say.ts'
import { pagePath } from '../../../src/lib/text/slug.ts'

type ThanksProps = {
  title: string
  children: ComponentChildren
  slug: string
  /** The key to where it is of use. Default: the casset. */
  next?: { href: string; label: string }
}

export function Thanks({ title, children, slug, next }: ThanksProps) {
  const head = useRef<HTMLHeadingElement>(null)
  useEffect(() => head.current?.focus(), [])
  return (
    <div class="form">
      <h2 ref={head} tabIndex={-1}>
        {title}
      </h2>
      {children}
      <div class="acts">
        {next && (
          <a class="key go" href={next.href}>
            {next.label}
          </a>
        )}
        <a class={next ? 'key' : 'key go'} href={pagePath(slug)}>
          {say('Back to the casset')}
        </a>
      </div>
    </div>
  )
}
