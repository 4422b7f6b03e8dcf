import type { Policy } from '../../../../src/release/agent-model.ts'
import type { Release } from '../../../../src/release/model.ts'

/** The words for the kinds of release. */
export const typeLabels = [
  { value: 'SINGLE', text: 'Single' },
  { value: 'EP', text: 'EP' },
  { value: 'ALBUM', text: 'Album' },
  { value: 'COMPILATION', text: 'Compilation' },
] as const

/** The words for the decisions of a policy. */
export const decisionLabels = [
  { value: 'ALLOW', text: 'Allowed' },
  { value: 'REQUIRE_LICENSE', text: 'With a license' },
  { value: 'CONTACT_OWNER', text: 'Ask me' },
  { value: 'DENY', text: 'No' },
] as const

/** The uses that each scope allows. */
export const scopeLabels: Readonly<Record<Policy['scope'], string>> = {
  'search-index': 'Show it in search results',
  'ai-input': 'Let an AI use it in an answer',
  'ai-training': 'Train an AI with it',
  'ai-generation': 'Train an AI that makes music',
  stream: 'Play it elsewhere',
  download: 'Download it',
  remix: 'Remix it',
  sample: 'Sample it',
  stems: 'Use its stems',
  sync: 'Use it in films and games (sync)',
  'visual-reuse': 'Use its pictures',
  redistribution: 'Redistribute it',
  'derivative-registration': 'Register derivative works',
  'commercial-use': 'Use it commercially',
}

/** The words for the state of a release. */
export function stateLabels({ state, canonicalVersion, manifestStatus }: Release): string {
  if (state === 'PUBLISHING') return 'Being published'
  if (manifestStatus === 'FAILED') return 'Could not be published'
  return canonicalVersion === null ? 'Draft' : `Published, version ${canonicalVersion}`
}
