import type { AppError } from '../../../errors.ts'
import { say } from '../../../lib/language/say.ts'
import { pagePath } from '../../../lib/text/slug.ts'
import { Notice, WorldKey } from './checkout-layout.tsx'

type ClaimEnd = { isTheirs: boolean; problem: AppError | null }

/** Tells that a viewer has what a link gives, or why not; null where they may take it. */
export function claimEnd({ isTheirs, problem }: ClaimEnd, handle: string) {
  if (isTheirs) {
    return (
      <Notice
        title={say('It is in your library')}
        text={say('Play and download all of it, wherever you are signed in.')}
      >
        <WorldKey href="/library" label={say('Go to your library')} />
      </Notice>
    )
  }
  if (!problem) return null
  return (
    <Notice title={problem.message} text={problem.detail.hint ?? ''}>
      <WorldKey href={pagePath(handle)} label={say('Go to the casset')} />
    </Notice>
  )
}
