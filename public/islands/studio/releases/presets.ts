import { say } from '../../../../src/lib/language/say.ts'
import type { Policy } from '../../../../src/release/agent/shape.ts'

type Decisions = Readonly<Record<Policy['scope'], Policy['decision']>>

/**
 * A set of decisions that artists make together. `terms` are written next to the uses that it
 * allows, and signed with them, in English for programs; `next` says what is left to do.
 */
export type Preset = {
  readonly name: string
  readonly text: string
  readonly decisions: Decisions
  readonly terms?: string
  readonly next?: string
}

const all = (decision: Policy['decision']): Decisions => ({
  'search-index': 'ALLOW',
  'ai-input': decision,
  'ai-training': decision,
  'ai-generation': decision,
  stream: 'ALLOW',
  download: 'REQUIRE_LICENSE',
  remix: decision,
  sample: decision,
  stems: decision,
  sync: decision,
  'visual-reuse': decision,
  redistribution: decision,
  'derivative-registration': decision,
  'commercial-use': decision,
})

/** Decisions for all fourteen scopes at once, which can be changed one by one afterwards. */
export const presets = (): readonly Preset[] => [
  {
    name: say('All rights reserved'),
    text: say('It can be found, heard and bought. Nothing else is allowed.'),
    decisions: all('DENY'),
  },
  {
    name: say('Ask me'),
    text: say('It can be found, heard and bought. For everything else people ask you first.'),
    decisions: all('CONTACT_OWNER'),
  },
  {
    name: say('Share alike with credit'),
    text: say(
      'Anybody may remix, sample and redistribute it with credit and under the same terms. For commercial use and AI they ask you.',
    ),
    decisions: {
      ...all('ALLOW'),
      download: 'ALLOW',
      sync: 'CONTACT_OWNER',
      'ai-input': 'CONTACT_OWNER',
      'ai-training': 'CONTACT_OWNER',
      'ai-generation': 'CONTACT_OWNER',
      'commercial-use': 'CONTACT_OWNER',
    },
    terms: 'Name the artist and link to this release. What you make of it may be used by others on the same terms.',
  },
  {
    name: say('Train for a price'),
    text: say('AI may read it and train on it with a paid license. For everything else people ask you first.'),
    decisions: {
      ...all('CONTACT_OWNER'),
      'ai-input': 'REQUIRE_LICENSE',
      'ai-training': 'REQUIRE_LICENSE',
      'ai-generation': 'REQUIRE_LICENSE',
    },
    next: say('Now set a price under each use of AI; until then they have to ask you.'),
  },
]

export const changesOf = ({ decisions, terms }: Preset, policies: readonly Policy[]) =>
  policies.flatMap((policy) => {
    const decision = decisions[policy.scope]
    const isPlain = decision !== 'ALLOW' || policy.scope === 'search-index' || policy.scope === 'stream'
    const written = terms === undefined || isPlain ? {} : { terms }
    const isSame = decision === policy.decision && (written.terms ?? policy.terms) === policy.terms
    return isSame ? [] : [{ scope: policy.scope, decision, ...written }]
  })
