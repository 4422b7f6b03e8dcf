import { say } from '../../../../src/lib/language/say.ts'
import type { Policy } from '../../../../src/release/agent/shape.ts'
import type { Release } from '../../../../src/release/owner/model.ts'

export type ReleaseKind = Release['type']

export const typeLabels = () =>
  [
    { value: 'SINGLE', text: say('Single') },
    { value: 'EP', text: 'EP' },
    { value: 'ALBUM', text: say('Album') },
    { value: 'COMPILATION', text: say('Compilation') },
  ] as const

export const decisionLabels = () =>
  [
    { value: 'ALLOW', text: say('Allowed') },
    { value: 'REQUIRE_LICENSE', text: say('With a license') },
    { value: 'CONTACT_OWNER', text: say('Ask me') },
    { value: 'DENY', text: say('No') },
  ] as const

export const scopeLabels = (): Readonly<Record<Policy['scope'], string>> => ({
  'search-index': say('Show it in search results'),
  'ai-input': say('Let an AI use it in an answer'),
  'ai-training': say('Train an AI with it'),
  'ai-generation': say('Train an AI that makes music'),
  stream: say('Play it elsewhere'),
  download: say('Download it'),
  remix: say('Remix it'),
  sample: say('Sample it'),
  stems: say('Use its stems'),
  sync: say('Use it in films and games (sync)'),
  'visual-reuse': say('Use its pictures'),
  redistribution: say('Redistribute it'),
  'derivative-registration': say('Register derivative works'),
  'commercial-use': say('Use it commercially'),
})

export function stateLabels({ state, canonicalVersion, manifestStatus }: Release): string {
  if (state === 'PUBLISHING') return say('Being published')
  if (manifestStatus === 'FAILED') return say('Could not be published')
  return canonicalVersion === null ? say('Draft') : say('Published, version {version}', { version: canonicalVersion })
}
