import type { AppError } from '../../errors.ts'
import { pagePath } from '../../lib/slug.ts'
import { Notice, WorldKey } from './checkout-layout.tsx'

type ClaimEnd = { isTheirs: boolean; problem: AppError | null }

/** Tells that a viewer has what a link gives, or why not; null where they may take it. */
export function claimEnd({ isTheirs, problem }: ClaimEnd, handle: string) {
  if (isTheirs) {
    return (
      <Notice title="It is in your library" text="Play and download all of it, wherever you are signed in.">
        <WorldKey href="/library" label="Go to your library" />
      </Notice>
    )
  }
  if (!problem) return null
  return (
    <Notice title={problem.message} text={problem.detail.hint ?? ''}>
      <WorldKey href={pagePath(handle)} label="Go to the casset" />
    </Notice>
  )
}
